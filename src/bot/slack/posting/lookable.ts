import type { WebClient } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../time/clock.ts';
import { NotToBePosted, slackCode } from './slack-failure.ts';

/** How long it is believed that a channel can be looked into, in milliseconds, and of how many that is kept. */
const believedFor = 10 * 60_000;
const most = 1_000;

/** What Slack says of a conversation whose history the app may not read. */
const unreadable = new Set(['missing_scope', 'not_in_channel', 'channel_not_found']);

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

  /** @returns Slack's word when the history cannot be read */
  async function codeOf(read: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await read();
      return undefined;
    } catch (error) {
      const code = slackCode(error);
      if (code === undefined || !unreadable.has(code)) throw error;
      return code;
    }
  }

  return {
    /**
     * Before the first post to a channel. Without the scope that reads its history it passes all the same: then an
     * unknown outcome is put before people.
     * @throws NotToBePosted where somebody has to invite the app first; what Slack's client throws
     */
    async ensure(channel: string): Promise<void> {
      if (!/^[CG]/.test(channel) || known.has(channel)) return;
      const code = await codeOf(() => client.conversations.history({ channel, limit: 1 }));
      if (code === 'not_in_channel') await join(client, channel);
      else if (code === 'channel_not_found') throw new NotToBePosted(code);
      if (code !== 'missing_scope') known.set(channel, true);
    },
    /** Slack said something else: it is asked anew. */
    forget: (channel: string) => void known.delete(channel),
    /**
     * Reads, as a member of a public channel. @returns what was read, or Slack's word when it cannot be
     * @throws what Slack's client throws otherwise
     */
    async read<Result>(channel: string, look: () => Promise<Result>): Promise<{ read: Result } | string> {
      let result: { read: Result } | undefined;
      const attempt = () =>
        codeOf(async () => {
          result = { read: await look() };
        });
      let code = await attempt();
      if (code === 'not_in_channel') {
        const joined = await join(client, channel).then(
          () => true,
          (error: unknown) => {
            if (error instanceof NotToBePosted) return false;
            throw error;
          },
        );
        if (joined) code = await attempt();
      }
      return result ?? code ?? 'not_in_channel';
    },
  };
}

/** Slack's words after which only an invitation helps: no scope for joining, or not a public channel. */
const cannotJoin = new Set([
  'missing_scope',
  'channel_not_found',
  'is_archived',
  'method_not_supported_for_channel_type',
  'not_allowed_token_type',
  'restricted_action',
]);

/** docs.slack.dev/reference/methods/conversations.join. @throws NotToBePosted */
async function join(client: WebClient, channel: string): Promise<void> {
  try {
    await client.conversations.join({ channel });
  } catch (error) {
    const code = slackCode(error);
    if (code === undefined || !cannotJoin.has(code)) throw error;
    throw new NotToBePosted(code === 'is_archived' ? code : 'not_in_channel');
  }
}
