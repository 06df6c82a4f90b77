import type { Clock } from '../../../time/clock.ts';
import type { PageDeps } from './deps.ts';

type Ledger = PageDeps['ledger'];

/** For how long many pages show what was looked up once, in milliseconds: who opens one meanwhile sees nothing older. */
const fresh = 1_000;

/** The ledger as one round of pages reads it: what many of them show is looked up once a second. */
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

/** All pages of a round ask the same. */
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
