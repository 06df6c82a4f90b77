import { WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { type Clock, within } from '../../../time/clock.ts';

/** How long an answer is used while Slack can't be asked, in milliseconds. */
const believedWithoutSlack = {
  /** Old, but not known to have changed: a hiccup locks nobody out, and nobody keeps access for longer than this. */
  old: 60 * 60_000,
  /** Known to have changed, counted from the event: under a minute after the change, in every process. */
  changed: 30_000,
};

/** Wait for Slack if there is a cached answer, in milliseconds: a trigger expires after three seconds. */
const patience = 1_000;
/** Pause after a failed call, and the longest one that Slack can ask for, in milliseconds. */
const pauseAfterFailure = 5_000;
const longestPause = 60_000;

interface SlackMemoryOptions<Answer> {
  ask: (key: string) => Promise<Answer>;
  /** Lifetime of an answer, in milliseconds. */
  believedFor: number;
  most: number;
  clock: Clock;
}

interface Entry<Answer> {
  answer?: { value: Answer; askedAt: number };
  changedAt?: number;
  asking?: Promise<Answer>;
}

/**
 * Caches answers of Slack. While Slack can't be asked, an earlier answer is used for a limited time, see
 * `believedWithoutSlack`.
 */
export function createSlackMemory<Answer>(options: SlackMemoryOptions<Answer>) {
  const { ask, believedFor, most, clock } = options;
  const entries = new LRUCache<string, Entry<Answer>>({ max: most });
  let pausedUntil = 0;
  const now = () => clock.now().getTime();

  function added(key: string): Entry<Answer> {
    const entry = {};
    entries.set(key, entry);
    return entry;
  }

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
        // A change was reported during the call, so this answer may be outdated.
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

  /** An answer that is merely old is also used if Slack is slow. */
  async function newerIfPossible(key: string, entry: Entry<Answer>, earlier: Answer): Promise<Answer> {
    if (!entry.asking && now() < pausedUntil) return earlier;
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
    async get(key: string): Promise<Answer> {
      const entry = entries.get(key) ?? added(key);
      const { answer, changedAt } = entry;
      if (answer && changedAt === undefined && now() - answer.askedAt < believedFor) return answer.value;
      const earlier = believable(entry);
      return earlier ? newerIfPossible(key, entry, earlier.value) : question(key, entry);
    },
    changed(key: string): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.changedAt ??= now();
      delete entry.asking;
    },
    learn(key: string, value: Answer): void {
      entries.set(key, { answer: { value, askedAt: now() } });
    },
  };
}

/**
 * Cache for facts that change at any time, such as the owner of an address: never uses an answer past its lifetime.
 */
export function createShortMemory<Answer>(options: SlackMemoryOptions<Answer>) {
  const { ask, believedFor, most, clock } = options;
  const known = new LRUCache<string, { answer: Promise<Answer>; until: number }>({ max: most });
  return {
    get(key: string): Promise<Answer> {
      const now = clock.now().getTime();
      const remembered = known.get(key);
      if (remembered && remembered.until > now) return remembered.answer;
      const answer = ask(key);
      known.set(key, { answer, until: now + believedFor });
      answer.catch(() => {
        // Keep a newer answer that was requested after a `forget`.
        if (known.get(key)?.answer === answer) known.delete(key);
      });
      return answer;
    },
    forget: (key: string) => void known.delete(key),
  };
}

/** Slack's definite answer that nobody has the key. */
function isAnswer(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && /^users?_not_(found|visible)$/.test(error.data.error);
}

function pauseAfter(error: unknown): number {
  if (!(error instanceof WebAPIRateLimitedError)) return pauseAfterFailure;
  return Math.min(error.retryAfter * 1000, longestPause);
}
