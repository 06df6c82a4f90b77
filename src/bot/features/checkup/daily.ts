import type { Clock } from '../../../time/clock.ts';
import { addDays, dayIn } from '../../../time/dates.ts';
import { type Repeating, repeat } from '../../../time/repeat.ts';
import type { Result } from '../../checks/check.ts';
import { needsPeople, outageIn } from '../../onboarding/outage.ts';
import { morningOf, rulesOf } from '../../plan/plan.ts';
import type { CheckupDeps } from './deps.ts';
import { failingIn, keyOf, newsIn } from './news.ts';
import { reportOf } from './report.ts';

/** How often it is looked whether one is due, in milliseconds. */
const every = 15 * 60_000;
/** How long a process may take before another one takes it over, in milliseconds. */
const longest = 60 * 60_000;
/** What fails is looked at again after so long: most hiccups are over by then. In milliseconds. */
const secondLook = 10 * 60_000;

/** Looks once a day, by one of all processes, and tells HR of what newly fails: once, and nothing of what is well again. */
export function dailyCheckup(deps: CheckupDeps): Repeating {
  const { checkups, settingsStore, clock, log } = deps;

  function nextMorning(): Date {
    const rules = rulesOf(settingsStore.current());
    const tomorrow = addDays(dayIn(rules.timezone, clock.now()), 1);
    return morningOf(tomorrow, rules.timezone, rules);
  }

  async function turn(stopping: AbortSignal): Promise<void> {
    // The first one is tomorrow: until then whoever sets Frontdesk up sees for themselves.
    await checkups.begin(nextMorning());
    const now = clock.now();
    const before = await checkups.take(new Date(now.getTime() + longest), now);
    if (!before) return;
    const results = await lookTwice(before, deps, stopping);
    if (!results) return;
    await tell(results, before, deps);
    await checkups.done(failingIn(results, before), nextMorning());
  }

  const onError = (err: unknown) => log.error({ err }, 'the daily check failed');
  return repeat({ clock, every, turn, onError });
}

/** @returns undefined when the bot stops over it: another process, or the next start, looks anew */
async function lookTwice(
  before: readonly string[],
  { checkup, clock, log }: CheckupDeps,
  stopping: AbortSignal,
): Promise<readonly Result[] | undefined> {
  const first = await unlessStopped(checkup(), stopping);
  if (!first) return undefined;
  const failedFirst = newsIn(first, before);
  if (failedFirst.length === 0) return first;
  log.info(
    { checks: failedFirst.map(({ name }) => name) },
    'the daily check looks again before it tells of this',
  );
  await pause(clock, stopping);
  if (stopping.aborted) return undefined;
  const second = await unlessStopped(checkup(), stopping);
  if (!second) return undefined;
  // What fails for the first time now may be such a hiccup too: tomorrow tells.
  const hiccups = newsIn(second, [...before, ...failedFirst.map(keyOf)]);
  return second.filter((result) => !hiccups.includes(result));
}

/** @returns undefined when the bot stops before: a server that says nothing must not hold that up */
async function unlessStopped<Value>(work: Promise<Value>, stopping: AbortSignal): Promise<Value | undefined> {
  const stopped = Promise.withResolvers<undefined>();
  stopping.addEventListener('abort', () => stopped.resolve(undefined));
  if (stopping.aborted) stopped.resolve(undefined);
  return Promise.race([work, stopped.promise]);
}

/** Until the second look, or until the bot stops. */
async function pause(clock: Clock, stopping: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(secondLook, over.resolve);
  await unlessStopped(over.promise, stopping);
  cancel();
}

async function tell(results: readonly Result[], before: readonly string[], deps: CheckupDeps): Promise<void> {
  const { ledger, settingsStore, clock, log } = deps;
  const news = newsIn(results, before);
  for (const { channel } of news)
    if (channel) await ledger.channelBlocked({ channel: channel.id, code: channel.code });
  const told = news.filter((result) => !result.channel && !isToldAnyway(result, deps));
  if (news.length > 0) log.warn({ checks: news.map(({ name }) => name) }, 'the daily check found something');
  if (told.length === 0) return;
  await ledger.enqueue(reportOf(told, dayIn(settingsStore.current().timezone, clock.now())));
}

/** HR hears of what holds up all requests as soon as it does. */
function isToldAnyway({ name }: Result, { ledger }: Pick<CheckupDeps, 'ledger'>): boolean {
  const outage = ledger.outage();
  const code = outage && outageIn(outage);
  return name.startsWith('service') && code !== undefined && needsPeople(code);
}
