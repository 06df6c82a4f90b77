import { lapsesAt } from '../../src/bot/features/offboarding/approval/rules.ts';
import { asEarlier, earlierOf } from '../../src/bot/features/offboarding/request.ts';
import type { NewRequest, Request } from '../../src/bot/ledger/requests/request.ts';
import type { Decision } from '../../src/bot/ledger/requests/review.ts';
import { type SubmitResult, submitAndWait } from '../../src/bot/requests/submit-and-wait.ts';
import { addDays, dayIn } from '../../src/time/dates.ts';
import type { Bot } from './bot.ts';
import { buddies, channels, company, hr, leavers, managers, type Somebody } from './company.ts';
import type { How } from './history.ts';
import { fileOf, importFile, type Press, pressImport, startedImports, waitingImports } from './imports.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { sendStarter } from './starters.ts';

/** One event in a run. Numbers only, so that a run stays valid when some are left out. */
export interface Action {
  kind: ActionKind;
  pause: number;
  one: number;
  other: number;
  amount: number;
}

export type ActionKind = keyof typeof actions;

const hour = 3_600_000;
const newcomers = ['Alva', 'Bela', 'Caro', 'Dora', 'Enno', 'Fritz', 'Gerd', 'Hanne'] as const;
/** Further people in files that HR imports. */
const interns = ['Ilja', 'Jule', 'Knut', 'Lara', 'Milo', 'Nele', 'Olaf', 'Pia', 'Rike', 'Sven'] as const;
const presses: readonly Press[] = ['pause', 'resume', 'cancel'];
/**
 * Longest time until a person missing from the service's list is noticed, in milliseconds: the list is read every
 * five minutes.
 */
const untilMissed = 11 * 60_000;
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', undefined];

const of = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

/** Possible events by name. A person's action isn't awaited: the next event happens meanwhile. */
export const actions = {
  add: (stage: Stage, { one, other, amount }: Action) => handIn(stage, hireOf(stage, one, other, amount)),
  /** A form arrives twice, from a double click or Slack's retry, possibly at another process. */
  addTwice(stage: Stage, { one, other, amount }: Action) {
    const hire = hireOf(stage, one, other, amount);
    handIn(stage, hire);
    stage.world.after(other % 3_000, () => handIn(stage, hire));
  },
  offboard(stage: Stage, { one, other, amount }: Action) {
    handIn(stage, offboardingOf(stage, of(leavers, one), other, amount));
  },
  offboardHire(stage: Stage, { one, other, amount }: Action) {
    const [first, email] = [of(newcomers, one), emailOf(of(newcomers, one))];
    const id = stage.service.idOf(email);
    if (id === undefined) return;
    // The list may not be read yet.
    const leaver = { id, first, last: 'Newcomer', email: amount % 3 === 0 ? undefined : email };
    handIn(stage, offboardingOf(stage, leaver, other, amount));
  },
  approve: (stage: Stage, { one, other }: Action) =>
    press(stage, 'approve', one, of(hr, other).user, (bot, { id }, by) => bot.ledger.approve(id, by)),
  decline: (stage: Stage, { one, other }: Action) =>
    press(stage, 'decline', one, of(hr, other).user, (bot, { id }, by) => bot.ledger.decline(id, 'No.', by)),
  ask: (stage: Stage, { one, other }: Action) =>
    press(stage, 'ask', one, of(hr, other).user, async (bot, { id }, by) => {
      const written = await bot.ledger.writeAbout(id, { what: 'asked', text: 'Why?' }, by);
      return written.kind === 'tooMany' ? { kind: 'gone' } : written;
    }),
  move: (stage: Stage, { one, other, amount }: Action) =>
    amend(stage, 'move', one, of(hr, other).user, addDays(today(stage), 1 + (amount % 20))),
  callOff: (stage: Stage, { one, other }: Action) => amend(stage, 'callOff', one, of(hr, other).user, null),
  /** The manager becomes another one. */
  reassign: (stage: Stage, { one, other }: Action) =>
    press(stage, 'reassign', one, of(hr, other).user, async (bot, request, by) => {
      const { manager: seen } = request.payload as { manager?: number };
      const manager = managers.find(({ id }) => id !== seen);
      if (request.kind !== 'newhire' || !manager) return { kind: 'gone' };
      const change = {
        payload: { manager: manager.id },
        context: { managerName: `${manager.first} ${manager.last}` },
        isAsSeen: ({ payload }: Request) => (payload as { manager?: number }).manager === seen,
        former: seen === undefined ? [] : [seen],
        announce: () => [],
      };
      const { kind } = await bot.ledger.reassign(request.id, change, by);
      return kind === 'reassigned' ? { kind: 'taken', request } : { kind: 'gone' };
    }),
  cancel: (stage: Stage, { one, other }: Action) =>
    press(stage, 'cancel', one, of(hr, other).user, (bot, { id }, by) => bot.ledger.cancel(id, by)),
  retry: (stage: Stage, { one, other }: Action) =>
    press(stage, 'retry', one, of(hr, other).user, (bot, { id }, by) => bot.ledger.retry(id, by)),
  /** Looks into the service and answers HR's question truthfully. */
  answer(stage: Stage, { one, other }: Action) {
    const request = of([...stage.known.values()], one);
    if (request && stage.known.size > 0) answerTruly(stage, request, of(hr, other).user);
  },
  look: (stage: Stage, { one }: Action) => look(stage, one),
  settings(stage: Stage, { one, amount }: Action) {
    const bot = stage.anyBot();
    if (!bot) return;
    stage.world.record({ what: 'set', names: ['reminders'] });
    const reminders = {
      ...bot.settings.current().reminders,
      hour: 8 + (one % 8),
      daysBefore: [1 + (amount % 6)],
    };
    void bot.settings.save({ reminders }, 'U0INES', bot.process.clock.now()).catch(() => {});
  },
  /** A person is deleted in the service; time passes until Frontdesk can notice. */
  async vanish(stage: Stage, { one }: Action) {
    if (stage.service.vanish(emailOf(of(newcomers, one)))) await stage.world.pass(untilMissed);
  },
  /** Somebody who was deleted is added once more. */
  addAgain(stage: Stage, { one, other, amount }: Action) {
    const gone = stage.world.history.flatMap((event) => (event.what === 'vanished' ? event.email : []));
    const which = newcomers.findIndex((first) => emailOf(first) === of(gone, one));
    if (which >= 0) handIn(stage, hireOf(stage, which, other, amount));
  },
  comeBack: (stage: Stage, { one }: Action) => stage.service.bringBack(emailOf(of(newcomers, one))),
  cancelMissing: (stage: Stage, { one, other }: Action) => answerMissing(stage, 'callOff', one, other),
  keepMissing: (stage: Stage, { one, other }: Action) => answerMissing(stage, 'keep', one, other),
  deleteMessage: (stage: Stage, { one }: Action) =>
    stage.slack.deleteNewest(of([channels.hires, channels.team], one)),
  kill: (stage: Stage, { one, other }: Action) => stage.kill(one, other % 25),
  /** Kills the next process used, in the middle of its work. */
  doom: (stage: Stage, { other }: Action) => stage.doom(1 + (other % 25)),
  freeze: (stage: Stage, { one, amount }: Action) => stage.freezeNext(one * 2, 12_000 + amount * 30),
  start: (stage: Stage) => stage.start(),
  async storm(stage: Stage, action: Action) {
    const { one, amount } = action;
    if (amount % 10 === 0) return outage(stage, action);
    stage.world.record({ what: 'world', text: 'a storm begins' });
    stage.world.setStorm((3 + (amount % 8)) / 12);
    stage.world.after(10_000 + one * 50, () => stage.world.setStorm(0));
  },
  /** Another system is away for minutes or days, loses its answers, or is slow. */
  unwell(stage: Stage, { one, other, amount }: Action) {
    const ms = amount % 3 === 0 ? (1 + (one % 160)) * hour : (1 + (one % 60)) * 60_000;
    stage.receivers.fallIll(other, of(['away', 'forgetful', 'slow'], amount), ms);
  },
  /** Another system is away when a day begins, and HR calls something off. */
  async offWhileAway(stage: Stage, { one, other, amount }: Action) {
    stage.receivers.fallIll(other, 'away', (1 + (one % 6)) * 24 * hour);
    await stage.passDays(1 + (amount % 6));
    amend(stage, 'callOff', one, of(hr, other).user, null);
  },
  sendAgain: (stage: Stage) => stage.sendAgain(),
  sendStarter: (stage: Stage, { one, amount }: Action) => sendStarter(stage, one, amount),
  takeStarter: (stage: Stage, { one, other }: Action) => decideOnStarter(stage, one, other, take),
  /** Two people in HR have the form open, and send it one after the other, perhaps at different processes. */
  takeStarterTwice(stage: Stage, { one, other, amount }: Action) {
    decideOnStarter(stage, one, other, (_stage, proposal, by) => {
      take(stage, proposal, by);
      const second = of(hr, other + 1).user;
      stage.world.after((amount % 40) * 500, () => take(stage, proposal, second));
    });
  },
  dismissStarter: (stage: Stage, { one, other }: Action) =>
    decideOnStarter(stage, one, other, (_stage, { id }, by, { ledger }) => void ledger.dismiss(id, by)),
  /** HR imports a file, and presses buttons while it runs. */
  importFile(stage: Stage, { one, other, amount }: Action) {
    const file = fileOf(stage, namesFrom(one, amount), amount);
    importFile(stage, file, of(hr, other).user, (id) => pressSoon(stage, id, other, amount));
  },
  /** Two people import the same file, or one person twice. */
  importTwice(stage: Stage, { one, other, amount }: Action) {
    const file = fileOf(stage, namesFrom(one, amount), amount);
    importFile(stage, file, of(hr, other).user);
    const second = of(hr, other + (one % 3)).user;
    stage.world.after((amount % 30) * 300, () => importFile(stage, file, second));
  },
  pressImport(stage: Stage, { one, amount }: Action) {
    const id = startedImports(stage)[one % 2];
    if (id !== undefined) pressImport(stage, id, of(presses, amount));
  },
  clockJump(stage: Stage, { one, amount }: Action) {
    const minutes = amount % 5 === 0 ? of([-1_440, 1_440, 4_320], one) : ((amount % 13) - 6) * 10;
    stage.world.record({ what: 'world', text: `clocks are off by ${minutes} minutes` });
    stage.world.setClockError(minutes * 60_000);
  },
  days: (stage: Stage, { amount }: Action) => stage.passDays(1 + (amount % 6)),
} as const;

/** The service is away for an hour, and somebody adds a hire meanwhile. */
async function outage(stage: Stage, { one, other, amount }: Action): Promise<void> {
  const { world, service } = stage;
  world.record({ what: 'world', text: 'the service goes away' });
  service.goAway();
  handIn(stage, hireOf(stage, one, other, amount));
  await world.pass(hour);
  world.record({ what: 'outage', asked: service.comeBack() });
}

const shares: Record<ActionKind, number> = {
  add: 9,
  addTwice: 4,
  offboard: 6,
  offboardHire: 7,
  approve: 4,
  decline: 3,
  ask: 1,
  move: 3,
  callOff: 2,
  reassign: 2,
  cancel: 6,
  retry: 1,
  answer: 2,
  look: 3,
  settings: 1,
  vanish: 2,
  addAgain: 1,
  comeBack: 1,
  cancelMissing: 1,
  keepMissing: 1,
  deleteMessage: 2,
  kill: 3,
  doom: 6,
  freeze: 4,
  start: 5,
  storm: 9,
  unwell: 4,
  offWhileAway: 2,
  sendAgain: 1,
  sendStarter: 6,
  takeStarter: 3,
  takeStarterTwice: 2,
  dismissStarter: 1,
  importFile: 5,
  importTwice: 3,
  pressImport: 3,
  clockJump: 1,
  days: 1,
};

const deckOf = (kinds: readonly ActionKind[]) =>
  kinds.flatMap((kind) => Array<ActionKind>(shares[kind]).fill(kind));
const everything = deckOf(Object.keys(shares) as ActionKind[]);
const troubles: readonly string[] = [
  'kill',
  'doom',
  'freeze',
  'storm',
  'unwell',
  'offWhileAway',
  'clockJump',
];
const withoutTrouble = everything.filter((kind) => !troubles.includes(kind));

export function isCalm(played: readonly Action[]): boolean {
  return played.every(({ kind }) => !troubles.includes(kind));
}

export function drawActions(random: Random): Action[] {
  const deck = random.chance(0.15) ? withoutTrouble : everything;
  return Array.from({ length: 3 + random.below(9) }, () => ({
    kind: random.oneOf(deck),
    pause: random.chance(0.6) ? random.below(1_500) : random.below(15_000),
    one: random.below(1_000),
    other: random.below(1_000),
    amount: random.below(1_000),
  }));
}

function today({ world }: Stage): string {
  return dayIn('UTC', new Date(world.now()));
}

function emailOf(first: string): string {
  return `${first.toLowerCase()}@acme.example`;
}

type Form = NewRequest & { subject: string };

function hireOf(stage: Stage, one: number, other: number, amount: number): Form {
  const first = of(newcomers, one);
  const [manager, buddy] = [of(managers, other), of(buddies, amount)];
  const hasSequence = amount % 2 === 0;
  const timezone = of(zones, amount);
  return {
    ...stage.newForm(),
    kind: 'newhire',
    subject: emailOf(first),
    requester: of(hr, other).user,
    payload: {
      first_name: first,
      last_name: 'Newcomer',
      email: emailOf(first),
      role: 0,
      start_day: addDays(today(stage), amount % 20),
      // Number 999 never existed, so the service refuses it.
      manager: amount % 11 === 0 ? 999 : manager.id,
      buddy: buddy.id,
      ...(timezone !== undefined && { timezone }),
      ...(hasSequence && { sequences: [1] }),
    },
    context: {
      personName: `${first} Newcomer`,
      sequenceNames: hasSequence ? ['Onboarding'] : [],
      viewId: `V0${stage.world.history.length}`,
      managerName: `${manager.first} ${manager.last}`,
      buddyName: `${buddy.first} ${buddy.last}`,
    } as Form['context'],
  };
}

type Leaver = Pick<Somebody, 'id' | 'first' | 'last'> & { email?: string | undefined };

function offboardingOf(stage: Stage, leaver: Leaver, other: number, amount: number): Form {
  const requester = other % 3 === 0 ? of(hr, other) : of(managers, other);
  const settings = stage.anyBot()?.settings.current();
  const needsApproval = settings?.offboardingApproval && !hr.includes(requester);
  const now = new Date(stage.world.now());
  return {
    ...stage.newForm(),
    kind: 'offboarding',
    subject: String(leaver.id),
    requester: requester.user,
    payload: { user: leaver.id, termination_date: addDays(today(stage), 1 + (amount % 20)), sequences: [] },
    context: {
      personName: `${leaver.first} ${leaver.last}`,
      sequenceNames: [],
      viewId: `V0${stage.world.history.length}`,
      ...(leaver.email !== undefined && { personEmail: leaver.email }),
    } as Form['context'],
    approval: settings && needsApproval ? { until: lapsesAt(now, settings) } : undefined,
  };
}

function handIn(stage: Stage, form: Form): void {
  const bot = stage.anyBot();
  if (!bot) return;
  const { submission, kind, requester: by, context, subject } = form;
  const { ledger, process } = bot;
  stage.world.record({
    what: 'submitted',
    form: submission,
    kind: kind as 'newhire',
    by,
    name: context.personName,
    subject,
    proposal: form.proposal,
  });
  const { subject: _, ...request } = form;
  void withEarlier(request, bot)
    .then((known) => submitAndWait(known, { ledger, clock: process.clock }))
    .then((result) => {
      if (!process.isAlive() || !('request' in result)) return;
      stage.known.add(result.request.id);
      const said = result.kind;
      stage.world.record({
        what: 'answered',
        form: submission,
        request: result.request.id,
        said,
        text: textOf(bot, result),
      });
      return said === 'done' || said === 'rejected' ? ledger.shownInForm(result.request.id) : undefined;
    })
    .catch(() => {});
}

type Deciding = (stage: Stage, proposal: Request, by: string, bot: Bot) => void;

/** HR decides on a proposal as it was a moment before. */
function decideOnStarter(stage: Stage, one: number, other: number, decide: Deciding): void {
  const bot = stage.anyBot();
  if (!bot) return;
  void (async () => {
    const proposals = await bot.ledger.proposed('newhire', 50);
    const proposal = of(proposals, one);
    if (proposals.length === 0 || !proposal || !bot.process.isAlive()) return;
    decide(stage, proposal, of(hr, other).user, bot);
  })().catch(() => {});
}

function take(stage: Stage, { id, subject, payload, context }: Request, requester: string): void {
  const managed = { ...payload, manager: managers[0]?.id };
  const viewed = { ...context, viewId: `V0${stage.world.history.length}` };
  const form = { ...stage.newForm(), kind: 'newhire', subject, requester, proposal: id };
  handIn(stage, { ...form, payload: managed, context: viewed });
}

/** Offboarding a person again changes the earlier request, as the form says. */
async function withEarlier(request: NewRequest, { ledger }: Bot): Promise<NewRequest> {
  if (request.kind !== 'offboarding') return request;
  const earlier = await earlierOf((request.payload as { user: number }).user, ledger);
  if (!earlier) return { ...request, changes: null };
  const context = { ...request.context, earlier: asEarlier(earlier) };
  return { ...request, context, changes: earlier.id };
}

function textOf({ typeOf, settings }: Bot, result: SubmitResult): string {
  if (result.kind === 'done')
    return JSON.stringify(typeOf(result.request).doneView(result.request, settings.current()));
  if (result.kind === 'rejected')
    return JSON.stringify(
      typeOf(result.request).rejectedView(result.request, { problem: result.problem, gone: undefined }),
    );
  return '';
}

/** Names of a file's rows. Most people are in several files, and some are added with a form too. */
function namesFrom(one: number, amount: number): string[] {
  const all = [...newcomers, ...interns];
  return Array.from({ length: 2 + (amount % 12) }, (_, at) => of(all, one + at));
}

/** Presses some of an import's buttons while it runs, which takes a few seconds. */
function pressSoon(stage: Stage, id: string, other: number, amount: number): void {
  for (const [at, press] of presses.entries()) {
    if ((other >> at) % 2 === 0) continue;
    stage.world.after((other * (at + 3) + amount * 7) % 4_000, () => pressImport(stage, id, press));
  }
}

/** Goes on with paused imports or cancels their rest, and answers questions about their requests. */
export function endImports(stage: Stage): void {
  const { paused, asking } = waitingImports(stage.world);
  for (const id of paused) pressImport(stage, id, stage.world.random.oneOf(['resume', 'cancel']));
  for (const id of asking) answerTruly(stage, id, 'U0INES');
}

/** Looks into the service and answers HR's question about a request. */
function answerTruly(stage: Stage, request: string, by: string): void {
  const isThere = stage.world.history.some(
    (event) => (event.what === 'made' || event.what === 'offboarded') && event.request === request,
  );
  pressOn(stage, isThere ? 'yes' : 'no', request, by, (bot, { id }) => bot.ledger.decide(id, isThere, by));
}

type Pressing = (bot: Bot, request: Request, by: string) => Promise<Decision>;

function press(stage: Stage, how: How, one: number, by: string, work: Pressing): void {
  const id = of([...stage.known], one);
  if (stage.known.size > 0 && id !== undefined) pressOn(stage, how, id, by, work);
}

/** Looks at a request and presses a moment later, when it may have changed. */
function pressOn(stage: Stage, how: How, id: string, by: string, work: Pressing): void {
  const bot = stage.anyBot();
  if (!bot) return;
  void (async () => {
    const request = await bot.ledger.find(id);
    if (!request || !bot.process.isAlive() || (how === 'approve' && request.requester === by)) return;
    stage.world.record({ what: 'pressed', request: id, how, by });
    const { kind } = await work(bot, request, by);
    const name = request.context.personName;
    if (kind !== 'taken' || !bot.process.isAlive()) return;
    stage.world.record({ what: 'decided', request: id, name, how, by });
    // The person page is back a moment later.
    if (how === 'move') stage.world.after(100, () => void lookAt(stage, bot, id).catch(() => {}));
  })().catch(() => {});
}

function amend(stage: Stage, how: How, one: number, by: string, day: string | null): void {
  press(stage, how, one, by, async (bot, request) => {
    if (request.state !== 'done' || (request.kind === 'offboarding' && day !== null)) return { kind: 'gone' };
    if (day === null ? request.calledOffAt !== null : day === request.day) return { kind: 'gone' };
    const { amendments: seen } = request;
    const amended = await bot.ledger.amend(request.id, { day, seen }, by);
    return amended.kind === 'amended' ? { kind: 'taken', request } : { kind: 'gone' };
  });
}

function answerMissing(stage: Stage, how: 'callOff' | 'keep', one: number, other: number): void {
  press(stage, how, one, of(hr, other).user, async (bot, request, by) => {
    const counts = await bot.ledger.answerMissing(request.id, how === 'callOff', by);
    return counts ? { kind: 'taken', request } : { kind: 'gone' };
  });
}

function look(stage: Stage, one: number): void {
  const bot = stage.anyBot();
  const id = of([...stage.known], one);
  if (bot && stage.known.size > 0 && id !== undefined) void lookAt(stage, bot, id).catch(() => {});
}

/** Opens the person page, which previews messages with time and recipient. */
async function lookAt(stage: Stage, bot: Bot, id: string): Promise<void> {
  const request = await bot.ledger.find(id);
  if (!request) return;
  const newest = await bot.ledger.newestDone(request.kind, request.subject);
  // The page of a replaced request shows no plans.
  if (newest?.id !== id || !bot.process.isAlive()) return;
  // That page says that everything is on hold.
  if (await bot.ledger.presence.isUncertain(request)) return;
  const now = bot.process.clock.now();
  const moments = bot
    .plans()(request)
    .filter(({ due, recipient }) => due > now && !('inPlaceOf' in recipient))
    .map(({ due, recipient }) => ({ at: due.getTime(), reader: readerOf(recipient) }));
  stage.world.record({ what: 'previewed', request: id, name: request.context.personName, moments });
}

function readerOf(recipient: object): string {
  if ('channel' in recipient) return String(recipient.channel).replace(/^U0/, 'D0');
  const employee = 'employee' in recipient && company.find(({ id }) => id === recipient.employee);
  return employee ? employee.user.replace(/^U0/, 'D0') : 'HR';
}
