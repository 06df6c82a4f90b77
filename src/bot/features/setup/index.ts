import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import {
  counted,
  entriesOf,
  isOpen,
  type SetupEntry,
  type SetupStep,
  setupFacts,
} from '../../health/setup-step.ts';
import { type By, button } from '../../slack/button.ts';
import { modal } from '../../slack/modal.ts';
import { cut, fallback, header, mrkdwn, paragraph, row } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

function listBlocks(entries: readonly SetupEntry[]): KnownBlock[] {
  const { title, progress, complete, asFarAsKnown } = say();
  const isCertain = entries.every(({ state }) => state !== 'unknown');
  const nothingLeft = isCertain ? complete : asFarAsKnown;
  const done = entries.filter(({ state }) => state === 'done' || state === 'skipped').length;
  return [
    header(title),
    paragraph(isOpen(entries) ? progress(done, entries.length) : nothingLeft),
    ...entries.flatMap((entry) => entryBlocks(entry)),
  ];
}

function entryBlocks(entry: SetupEntry): KnownBlock[] {
  const { step, state, text, skippedBy, buttons: ways = [] } = entry;
  const { states, skippedBy: by } = say();
  const how = skippedBy === undefined || state !== 'skipped' ? states[state] : by(`<@${skippedBy}>`);
  const section = mrkdwn(`*${step.title()}* · ${how}\n${fallback(cut(text, 1_000))}`);
  return [section, ...row(...primary(ways, state), ...asideButtons(entry))];
}

function primary(ways: readonly Button[], state: SetupEntry['state']): Button[] {
  return ways.map((way, index) =>
    index === 0 && state === 'missing' ? { ...way, style: 'primary' as const } : way,
  );
}

function asideButtons({ step, state }: SetupEntry): Button[] {
  if (state === 'done') return [];
  const which = state === 'skipped' ? 'putBack' : 'skip';
  const { [which]: text, of } = say().buttons;
  return [buttons[which].show({ step: step.name }, { text, spoken: of(text, step.title()) })];
}

interface SetupServices extends Bot {
  setupSteps: readonly SetupStep[];
}

/** The setup list: in App Home for HR until all steps are done or skipped, and always behind "Settings". */
export function setupFeature(services: SetupServices): Feature {
  const learnAdditions = additionsLearner(services);
  return {
    listeners: [...setupWindow.listeners(services), skip.listener(services), putBack.listener(services)],
    async home({ role }: Viewer) {
      if (role !== 'hr') return {};
      const entries = await entriesNow(services);
      if (!isOpen(entries)) return {};
      if (services.directory.current()) learnAdditions();
      return { alerts: listBlocks(entries) };
    },
    settings: ({ role }) => (role === 'hr' ? row(setupWindow.button({}, { text: say().buttons.show })) : []),
  };
}

const setupWindow = modal({
  id: 'setup',
  role: 'hr',
  facts: async (services: By<SetupServices>) => ({ entries: await entriesNow(services) }),
  title: () => say().title,
  open: ({ entries }) => ({ above: listBlocks(entries) }),
});

const skip = mark('skip');
const putBack = mark('putBack');
const buttons = { skip, putBack };

function mark(what: 'skip' | 'putBack') {
  return button({
    id: what === 'skip' ? 'setup_skip' : 'setup_put_back',
    role: 'hr',
    value: z.object({ step: z.string() }),
    async press({ step }, { viewer, ...services }: By<SetupServices>, args) {
      if (services.setupSteps.some(({ name }) => name === step))
        await services.setupMarks[what](step, viewer.userId);
      await setupWindow.showAgain(args, services, undefined);
    },
  });
}

async function entriesNow({ settingsStore, connection, directory, additions, ...setup }: SetupServices) {
  const snapshot = directory.current();
  const facts = await setupFacts({
    settingsStore,
    connection,
    counted: snapshot && counted(snapshot.count, snapshot.sequences),
    additions: additions.known(),
    trouble: directory.trouble(),
  });
  return entriesOf(setup.setupSteps, facts, await setup.setupMarks.skipped());
}

/** Asks for the service's additions, which decide the buttons of a step: in the background, since it can be slow. */
function additionsLearner({ additions, changes }: Bot) {
  let isAsked = false;
  const told = (names: ReadonlySet<unknown>) => {
    isAsked = false;
    if (names.size > 0) changes.tell();
  };
  return () => {
    if (isAsked || additions.known().size > 0) return;
    isAsked = true;
    additions.offered().then(told, () => told(new Set()));
  };
}
