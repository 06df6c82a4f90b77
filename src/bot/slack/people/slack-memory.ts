import { WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { type Clock, within } from '../../../time/clock.ts';

/** How long an answer is believed while Slack cannot be asked again, in milliseconds. */
const believedWithoutSlack = {
  /** Known to be old, and nothing more: a hiccup locks nobody out, and nobody keeps access for longer than this. */
  old: 60 * 60_000,
  /** Known to have changed, since that was heard: less than a minute after the change, whichever process heard it. */
  changed: 30_000,
};

/** How long Slack may take where an earlier answer can still be believed, in milliseconds: a trigger lives three seconds. */
const patience = 1_000;
/** How long Slack is left alone after it could not be asked, and at the most when it says so, in milliseconds. */
const pauseAfterFailure = 5_000;
const longestPause = 60_000;

interface SlackMemoryOptions<Answer> {
  /** Asks Slack. */
  ask: (key: string) => Promise<Answer>;
  /** How long an answer is believed without asking again, in milliseconds. */
  believedFor: number;
  /** How many answers are kept: beyond, those used longest ago are asked for anew. */
  most: number;
  /** Asking again costs from this: so many at once, and one more each so many milliseconds. */
  budget?: { atOnce: number; every: number };
  clock: Clock;
}

interface Entry<Answer> {
  answer?: { value: Answer; askedAt: number };
  /** When it was heard that the answer is another by now. */
  changedAt?: number;
  /** The question under way. */
  asking?: Promise<Answer>;
}

/**
 * What Slack said, asked for again when it is old or known to have changed. While Slack cannot be asked, an earlier
 * answer is believed for a bounded time, see `believedWithoutSlack`; after that there is none.
 */
export function createSlackMemory<Answer>(options: SlackMemoryOptions<Answer>) {
  const { ask, believedFor, most, clock } = options;
  const entries = new LRUCache<string, Entry<Answer>>({ max: most });
  const mayAskAgain = spending(options.budget, clock);
  let pausedUntil = 0;
  const now = () => clock.now().getTime();

  function believable({ answer, changedAt }: Entry<Answer>): { value: Answer } | undefined {
    if (!answer || now() - answer.askedAt >= believedWithoutSlack.old) return undefined;
    return changedAt !== undefined && now() - changedAt >= believedWithoutSlack.changed ? undefined : answer;
  }

  function question(key: string, entry: Entry<Answer>): Promise<Answer> {
    if (entry.asking !== undefined) return entry.asking;
    const askedAt = now();
    const asking = ask(key);
    entry.asking = asking;
    asking.then(
      (value) => {
        // What changed meanwhile has to be asked for once more.
        if (entry.asking !== asking) return;
        entry.answer = { value, askedAt };
        delete entry.changedAt;
        delete entry.asking;
      },
      (error: unknown) => {
        if (entry.asking === asking) delete entry.asking;
        if (!isAnswer(error)) pausedUntil = now() + pauseAfter(error);
      },
    );
    return asking;
  }

  /** The newer answer, else the earlier one; where that is only old, also when the newer one takes long. */
  async function newerIfPossible(key: string, entry: Entry<Answer>, earlier: Answer): Promise<Answer> {
    if (!entry.asking && (now() < pausedUntil || !mayAskAgain())) return earlier;
    const asked = question(key, entry);
    try {
      if (entry.changedAt !== undefined) return await asked;
      return (await within(clock, patience, asked)) ?? earlier;
    } catch (error) {
      if (isAnswer(error)) throw error;
      return earlier;
    }
  }

  return {
    /** @throws what Slack's client throws, when there is no answer that may still be believed */
    async get(key: string): Promise<Answer> {
      const entry: Entry<Answer> = entries.get(key) ?? {};
      entries.set(key, entry);
      const { answer, changedAt } = entry;
      if (answer && changedAt === undefined && now() - answer.askedAt < believedFor) return answer.value;
      const earlier = believable(entry);
      return earlier ? newerIfPossible(key, entry, earlier.value) : question(key, entry);
    },
    /** The answer is another from now on. */
    changed(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.changedAt ??= now();
      delete entry.asking;
    },
    /** Slack said it without being asked. */
    learn(key: string, value: Answer): void {
      entries.set(key, { answer: { value, askedAt: now() } });
    },
  };
}

/** For what may be another between two messages, such as who has an address: no earlier answer is believed for longer. */
export function createShortMemory<Answer>(options: Omit<SlackMemoryOptions<Answer>, 'budget'>) {
  const { ask, believedFor, most, clock } = options;
  const known = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most });
  return {
    /** @throws what Slack's client throws */
    get(key: string): Promise<Answer> {
      const now = clock.now().getTime();
      const remembered = known.get(key);
      if (remembered && remembered.until > now) return remembered.answer;
      const answer = ask(key);
      known.set(key, { answer, until: now + believedFor });
      answer.catch(() => {
        // Not a newer one, which was asked for after it was forgotten.
        if (known.get(key)?.answer === answer) known.delete(key);
      });
      return answer;
    },
    forget: (key: string) => void known.delete(key),
  };
}

/** Nobody has the key any more: Slack was asked, and that is what it says. */
function isAnswer(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && /^users?_not_(found|visible)$/.test(error.data.error);
}

function pauseAfter(error: unknown): number {
  if (!(error instanceof WebAPIRateLimitedError)) return pauseAfterFailure;
  return Math.min(error.retryAfter * 1000, longestPause);
}

/** @returns whether one more is within the budget; if so, it is spent */
function spending(budget: { atOnce: number; every: number } | undefined, clock: Clock): () => boolean {
  if (!budget) return () => true;
  let left = budget.atOnce;
  let since = clock.now().getTime();
  return () => {
    const gained = Math.max(0, Math.floor((clock.now().getTime() - since) / budget.every));
    left = Math.min(budget.atOnce, left + gained);
    since += gained * budget.every;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
