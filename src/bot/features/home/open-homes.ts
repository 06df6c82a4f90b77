import type { Clock } from '../../../time/clock.ts';
import { repeat } from '../../../time/repeat.ts';
import type { HomeDeps, PageDeps } from './deps.ts';
import { halfTheTime } from './half-the-time.ts';
import type { HomeOf } from './publish.ts';

/** How long after opening App Home counts as open, in milliseconds: Slack doesn't report closing it. */
const openFor = 60 * 60_000;
const settling = 400;
const lookEvery = 60_000;
/** Limit of people followed; beyond it, the earliest to open App Home are dropped. */
const most = 500;

/** Keeps App Home up to date for people who have it open. `first` runs before each update, for urgent work. */
export function followHomes(
  { changes, clock, log, ledger }: HomeDeps,
  publish: (home: HomeOf, ledger: PageDeps['ledger']) => Promise<void>,
  first: () => Promise<void>,
) {
  const open = new Map<string, HomeOf>();

  /** Sequential, so that an older state never replaces a newer one. */
  async function update(stopping: AbortSignal): Promise<void> {
    await first();
    const round = forOneRound(ledger, clock);
    for (const [userId, home] of open) {
      if (stopping.aborted) return;
      if (isOver(home)) open.delete(userId);
      else await halfTheTime(() => publish(home, round));
    }
  }

  function isOver({ openedAt }: HomeOf): boolean {
    return openedAt.getTime() + openFor < clock.now().getTime();
  }

  function follow(home: HomeOf): void {
    open.delete(home.userId);
    open.set(home.userId, home);
    const [oldest] = open.keys();
    if (open.size > most && oldest !== undefined) open.delete(oldest);
  }

  const onError = (err: unknown) => log.error({ err }, 'App Home could not be updated');
  const updating = repeat({ clock, every: lookEvery, first: lookEvery, turn: update, onError });
  changes.listen(() => updating.wakeIn(settling));

  return {
    follow,
    begin(before: readonly HomeOf[]): Promise<void> {
      for (const home of before) if (!open.has(home.userId) && !isOver(home)) follow(home);
      return updating.turnNow();
    },
    stop: updating.stop,
  };
}

type Ledger = PageDeps['ledger'];

/** Cache time in milliseconds: an opened page is at most this old. */
const fresh = 1_000;

function forOneRound(ledger: Ledger, clock: Clock): Ledger {
  const overviewOfAll = shared(clock, ledger.overview);
  const timelineOfAll = shared(clock, ledger.timeline);
  return {
    ...ledger,
    overview: (limits, requester) =>
      requester === undefined ? overviewOfAll(limits) : ledger.overview(limits, requester),
    timeline: (asked) => (asked.own === undefined ? timelineOfAll(asked) : ledger.timeline(asked)),
  };
}

function shared<Asked extends unknown[], Answer>(
  clock: Clock,
  ask: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined;
  return (...asked) => {
    const now = clock.now().getTime();
    if (!last || Math.abs(now - last.at) >= fresh) last = { answer: ask(...asked), at: now };
    return last.answer;
  };
}
