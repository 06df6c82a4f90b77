import type { KnownBlock } from '@slack/types';
import { isEmailAddress } from '../../../../contract/email.ts';
import { inLanguage } from '../../../../language.ts';
import type { Log } from '../../../../log.ts';
import type { Clock } from '../../../../time/clock.ts';
import { type Repeating, repeat } from '../../../../time/repeat.ts';
import type { Feature, HomePart, Viewer } from '../../../feature.ts';
import type { AskedAbout, Listed } from '../../../ledger/elsewhere/compare.ts';
import type { FoundPerson } from '../../../ledger/elsewhere/people.ts';
import type { Unsettled } from '../../../ledger/elsewhere/unsettled.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import { namesOf, type Person } from '../../../onboarding/directory/person.ts';
import type { Snapshot } from '../../../onboarding/directory/snapshot.ts';
import { answerPrivately } from '../../../slack/incoming/answer.ts';
import { type ButtonArgs, on } from '../../../slack/incoming/listeners.ts';
import { changeForGood, keepTrue } from '../../../slack/posting/post.ts';
import { header, note, paragraph } from '../../../slack/views/blocks.ts';
import type { NewHireDeps } from '../deps.ts';
import { kind } from '../request.ts';
import { actions, askingButtons, decidedMessage, defineElsewhere } from './asking.ts';
import { say } from './messages.ts';
import { whoIs, whyOver } from './who.ts';
import { type AnnounceServices, announceWindow, checkWindow } from './windows.ts';

export function elsewhereFeature(deps: NewHireDeps): Feature & Required<Pick<Feature, 'begin' | 'stop'>> {
  const { messages, telling } = defineElsewhere(deps);
  const decisions = followDecisions(deps);
  let watching: Repeating | undefined;
  const bot = { ...deps, showDecisions: decisions.show };
  return {
    listeners: [
      on.action(actions.announce, 'hr', async (args, viewer) => {
        await args.ack();
        await announceWindow.open({ id: args.action.value ?? '' }, { ...bot, viewer }, args);
      }),
      on.action(actions.dismiss, 'hr', (args) => dismiss(args, bot)),
      ...announceWindow.listeners(bot),
      ...checkWindow.listeners(bot),
    ],
    home: (viewer) => elsewherePart(viewer, deps),
    messages,
    async begin() {
      watching = watchList(deps, telling);
      await decisions.begin();
    },
    async stop() {
      await watching?.stop();
      await decisions.stop();
    },
  };
}

async function dismiss(args: ButtonArgs, bot: AnnounceServices): Promise<void> {
  await args.ack();
  const dismissed = await bot.ledger.elsewhere.dismiss(args.action.value ?? '', args.body.user.id);
  await bot.showDecisions();
  if (dismissed.kind === 'dismissed') return;
  const why = dismissed.kind === 'over' ? await whyOver(dismissed.person, bot) : say().gone;
  await answerPrivately(args, say().title, why);
}

const shown = 5;
const looked = 50;

/** App Home's part for HR: people added elsewhere who wait for a decision. */
async function elsewherePart(
  { role }: Viewer,
  { ledger, directory, settings }: Pick<NewHireDeps, 'ledger' | 'directory' | 'settings'>,
): Promise<HomePart> {
  const service = directory.asRead()?.from;
  if (role !== 'hr' || service === undefined || !settings().reminders.addedElsewhere) return {};
  const { header: title, asks, more } = say();
  const undecided = await ledger.elsewhere.undecided(service, looked);
  const there = undecided.flatMap((found) => {
    const who = whoIs(found, directory);
    return who.kind === 'there' ? [{ reference: found.reference, name: who.person.name }] : [];
  });
  if (there.length === 0) return {};
  const blocks = there
    .slice(0, shown)
    .flatMap(({ reference, name }): KnownBlock[] => [
      paragraph(asks(name)),
      { type: 'actions', elements: askingButtons(reference, name) },
    ]);
  return { blocks: [header(title), ...blocks, ...(there.length > shown ? [note(more)] : [])] };
}

const underWayFor = 2_000;

/**
 * Shows HR's decision in every message that asked about a person. The database knows which are left, so a
 * crash only delays it.
 */
function followDecisions(
  deps: Pick<NewHireDeps, 'client' | 'access' | 'changes' | 'ledger' | 'directory' | 'clock' | 'log'>,
) {
  const { client, access, changes, ledger, directory, clock, log } = deps;

  async function nameOf(found: FoundPerson): Promise<string | undefined> {
    const id = found.decided?.requestId;
    const request = id ? await ledger.find(id) : undefined;
    if (request) return request.context.personName;
    const who = whoIs(found, directory);
    return who.kind === 'there' ? who.person.name : undefined;
  }

  async function show({ person, copies, isUnderWay }: Unsettled): Promise<void> {
    const name = await nameOf(person);
    for (const { place, recipient } of copies) {
      const reader = recipient && 'channel' in recipient ? recipient.channel : place.channel;
      const message = inLanguage(await access.languageOf(reader), () => decidedMessage(person, name));
      const code = await changeForGood(client, place, message);
      if (code) log.warn({ code }, 'what asked about somebody cannot be changed in Slack');
    }
    if (!isUnderWay) await ledger.elsewhere.settle(person);
  }

  async function showAll(): Promise<void> {
    // Names are unknown until the list is first read.
    if (!directory.asRead()) return;
    const unsettled = await ledger.elsewhere.unsettled();
    for (const one of unsettled) await show(one);
    if (unsettled.some(({ isUnderWay }) => isUnderWay)) following.showIn(underWayFor);
  }

  const onError = (err: unknown) => log.warn({ err }, 'what was decided could not be shown in Slack yet');
  const following = keepTrue({ clock, changes, turn: showAll, onError });
  return following;
}

interface WatchDeps {
  ledger: { elsewhere: Pick<Ledger['elsewhere'], 'compare'> };
  directory: Pick<Directory, 'asRead'>;
  clock: Clock;
  log: Log;
}

const every = 60_000;
const untilRead = 1_000;

/** Largest id a database column holds. Real ids count up from 1, so larger ones are ignored. */
const highestId = 2 ** 31 - 1;

/** Compares the service's list again and again, to find people added without a request. */
function watchList({ ledger, directory, clock, log }: WatchDeps, telling: () => AskedAbout | undefined) {
  async function turn(): Promise<void> {
    const snapshot = directory.asRead();
    if (snapshot?.from === undefined) return;
    const count = await ledger.elsewhere.compare(readingOf(snapshot, snapshot.from), telling());
    if (count > 0) log.info({ count }, 'people were added to the service by others');
  }

  const onError = (err: unknown) => log.error({ err }, 'the employees cannot be compared');
  const pause = () => (directory.asRead() ? every : untilRead);
  return repeat({ clock, every: pause, turn, onError });
}

function readingOf(snapshot: Snapshot, service: string) {
  const above = (id: number) => snapshot.newerThan(id).filter(hasUsualId);
  return {
    kind,
    service,
    highest: highestIn(snapshot),
    people: (id: number, among: readonly number[]): Listed[] =>
      [...above(id), ...among.flatMap((one) => snapshot.people.get(one) ?? [])].map(asListed),
  };
}

function highestIn(snapshot: Snapshot): number {
  if (snapshot.highestId <= highestId) return snapshot.highestId;
  const usual = snapshot.newerThan(0).filter(hasUsualId);
  return usual.reduce((highest, { id }) => Math.max(highest, id), 0);
}

function hasUsualId({ id }: Person): boolean {
  return id <= highestId;
}

/** Wanted are new hires with a full name and a valid address. */
function asListed(person: Person): Listed {
  const { id, email, role } = person;
  const isWanted = (role ?? 0) === 0 && isEmailAddress(email) && namesOf(person) !== undefined;
  return { id, subject: email, isWanted };
}
