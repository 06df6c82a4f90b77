import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../time/clock.ts';
import { answerOrCode, NotToBePosted } from './slack-failure.ts';

/** How long it is believed that a channel can be looked into, in milliseconds, and of how many that is kept. */
const believedFor = 10 * 60_000;
const most = 1_000;

/** What Slack says of a conversation whose history the app may not read. */
const unreadable = ['missing_scope', 'not_in_channel', 'channel_not_found'];

export type Lookable = ReturnType<typeof createLookable>;

/**
 * Sees to it that Frontdesk can read a channel before it posts there: a message whose answer is lost is looked for
 * before it is posted again. Only members read a channel's history, so it joins public ones.
 */
export function createLookable(client: WebClient, clock: Clock) {
  const known = new LRUCache<string, true>({
    max: most,
    ttl: believedFor,
    perf: { now: () => clock.now().getTime() },
  });

  return {
    /**
     * Before the first post to a channel. Without the scope that reads its history it passes all the same: then an
     * unknown outcome is put before people.
     * @throws NotToBePosted where somebody has to invite the app first; what Slack's client throws
     */
    async ensure(channel: string): Promise<void> {
      if (!/^[CG]/.test(channel) || known.has(channel)) return;
      const read = await answerOrCode(unreadable, () => client.conversations.history({ channel, limit: 1 }));
      const trouble = read === 'not_in_channel' ? await join(client, channel) : read;
      if (trouble === 'missing_scope') return;
      if (typeof trouble === 'string') throw new NotToBePosted(trouble);
      known.set(channel, true);
    },
    /** Slack said something else: it is asked anew. */
    forget: (channel: string) => void known.delete(channel),
    /**
     * Reads, as a member of a public channel. @returns what was read, or Slack's word when it cannot be
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

/** Slack's words after which only an invitation helps: no scope for joining, or not a public channel. */
const cannotJoin = [
  'missing_scope',
  'channel_not_found',
  'is_archived',
  'method_not_supported_for_channel_type',
  'not_allowed_token_type',
  'restricted_action',
];

/** docs.slack.dev/reference/methods/conversations.join. @returns what somebody has to mend before it can join */
async function join(client: WebClient, channel: string): Promise<string | undefined> {
  const answer = await answerOrCode(cannotJoin, () => client.conversations.join({ channel }));
  if (typeof answer !== 'string') return undefined;
  return answer === 'is_archived' ? answer : 'not_in_channel';
}
