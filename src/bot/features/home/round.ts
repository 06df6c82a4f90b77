import type { Clock } from '../../../time/clock.ts';
import type { PageDeps } from './deps.ts';

type Ledger = PageDeps['ledger'];

/** Cache time in milliseconds: an opened page is at most this old. */
const fresh = 1_000;

/** Ledger for one round of updates: caches what many pages share for a second. */
export function forOneRound(ledger: Ledger, clock: Clock): Ledger {
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
