import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode, NotToBePosted } from './slack-failure.ts';

/** How long a channel counts as readable, in milliseconds, and the size of the cache. */
const believedFor = 10 * 60_000;
const most = 1_000;

/** Slack's error codes for a history that the app can't read. */
const unreadable = ['missing_scope', 'not_in_channel', 'channel_not_found'];

export type Lookable = ReturnType<typeof createLookable>;

/**
 * Makes sure that Frontdesk can read a channel before posting there: a message whose answer is lost is looked up
 * before it is posted again. Only members can read the history, so it joins public channels.
 */
export function createLookable(client: WebClient, clock: Clock) {
  const known = new LRUCache<string, true>({
    max: most,
    ttl: believedFor,
    perf: { now: () => clock.now().getTime() },
  });

  return {
    /**
     * Call before the first post to a channel. Passes without the scope for the history; people then have to review
     * unknown outcomes.
     * @throws NotToBePosted if somebody has to invite the app first; what Slack's client throws
     */
    async ensure(channel: string): Promise<void> {
      if (!/^[CG]/.test(channel) || known.has(channel)) return;
      const read = await answerOrCode(unreadable, () => client.conversations.history({ channel, limit: 1 }));
      const trouble = read === 'not_in_channel' ? await join(client, channel) : read;
      if (trouble === 'missing_scope') return;
      if (typeof trouble === 'string') throw new NotToBePosted(trouble);
      known.set(channel, true);
    },
    forget: (channel: string) => void known.delete(channel),
    /**
     * Reads, joining a public channel if necessary.
     * @returns the result, or Slack's error code if it can't be read
     * @throws what Slack's client throws otherwise
     */
    async read<Result extends object>(
      channel: string,
      look: () => Promise<Result>,
    ): Promise<Result | string> {
      const read = await answerOrCode(unreadable, look);
      if (read !== 'not_in_channel' || (await join(client, channel)) !== undefined) return read;
      return answerOrCode(unreadable, look);
    },
  };
}

/** Slack's error codes after which only an invitation helps: no scope for joining, or not a public channel. */
const cannotJoin = [
  'missing_scope',
  'channel_not_found',
  'is_archived',
  'method_not_supported_for_channel_type',
  'not_allowed_token_type',
  'restricted_action',
];

/**
 * docs.slack.dev/reference/methods/conversations.join.
 * @returns the code of a problem that somebody has to fix first; undefined if joined
 */
async function join(client: WebClient, channel: string): Promise<string | undefined> {
  const answer = await answerOrCode(cannotJoin, () => client.conversations.join({ channel }));
  if (typeof answer !== 'string') return undefined;
  return answer === 'is_archived' ? answer : 'not_in_channel';
}
