import { z } from 'zod';
import type { Changes } from '../../changes.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { SetupMarks } from '../../health/setup-marks.ts';
import { counted, entriesOf, isOpen, type SetupStep, setupFacts } from '../../health/setup-step.ts';
import type { ServiceAdditions } from '../../onboarding/additions/additions.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import { type By, button } from '../../slack/button.ts';
import { type ModalServices, modal } from '../../slack/modal.ts';
import { row } from '../../slack/views/blocks.ts';
import type { ConnectionStore } from '../../storage/connection.ts';
import type { SettingsStore } from '../../storage/settings.ts';
import { listBlocks } from './list.ts';
import { say } from './messages.ts';

interface SetupServices extends ModalServices {
  settingsStore: Pick<SettingsStore, 'current' | 'isFixed' | 'unreadable'>;
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'> & {
    rules: { fixedUrl: string | undefined; tokenIsFixed: boolean };
  };
  directory: Pick<Directory, 'current' | 'trouble'>;
  additions: Pick<ServiceAdditions, 'known' | 'offered'>;
  setupSteps: readonly SetupStep[];
  setupMarks: SetupMarks;
  changes: Pick<Changes, 'tell'>;
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
      return { alerts: listBlocks(entries, buttons) };
    },
    settings: ({ role }) => (role === 'hr' ? row(setupWindow.button({}, { text: say().buttons.show })) : []),
  };
}

const setupWindow = modal({
  id: 'setup',
  role: 'hr',
  metadata: z.object({}),
  facts: async (services: By<SetupServices>) => ({ entries: await entriesNow(services) }),
  title: () => say().title,
  open: ({ entries }) => ({ above: listBlocks(entries, buttons) }),
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
    rules: connection.rules,
    counted: snapshot && counted(snapshot.count, snapshot.sequences),
    additions: additions.known(),
    trouble: directory.trouble(),
  });
  return entriesOf(setup.setupSteps, { facts, marks: await setup.setupMarks.all() });
}

/** Asks for the service's additions, which decide the buttons of a step: in the background, since it can be slow. */
function additionsLearner({ additions, changes }: Pick<SetupServices, 'additions' | 'changes'>) {
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
