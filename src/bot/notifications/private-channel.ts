import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BlockedChannel } from '../ledger/outbox/blocked.ts';
import { createShortMemory } from '../slack/people/slack-memory.ts';
import { askChannel, confidentialTrouble } from '../slack/posting/channels.ts';
import { answerOrCode } from '../slack/posting/slack-failure.ts';
import type { Settings } from '../storage/settings.ts';

interface PrivateChannelOptions {
  client: WebClient;
  settings: () => Settings;
  ledger: Pick<Ledger, 'channelBlocked' | 'channelMended'>;
  clock: Clock;
  log: Log;
}

/** Lifetime of the cached answer for App Home, and the wait for Slack there, in milliseconds. */
const believedFor = 60_000;
const patience = 1_000;

const mostMembers = 1_000;

/** Slack's error codes for a channel that it doesn't reveal, if somebody can fix that. */
const mendable = ['channel_not_found', 'missing_scope'];

export function createPrivateChannel({ client, settings, ledger, clock, log }: PrivateChannelOptions) {
  const recently = createShortMemory({ ask, believedFor, most: 1, clock });

  async function ask(channel: string): Promise<string | undefined> {
    const facts = await answerOrCode(mendable, () => askChannel(client, channel));
    if (typeof facts === 'string') return facts;
    if (facts.is_archived) return 'is_archived';
    if (facts.is_private && !facts.is_member) return 'not_in_channel';
    return confidentialTrouble(facts);
  }

  return {
    /** Rejects with what Slack's client throws. */
    async hasMember(userId: string): Promise<boolean> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return false;
      const { members } = await client.conversations.members({ channel, limit: mostMembers });
      return (members ?? []).includes(userId);
    },
    async trouble(): Promise<BlockedChannel[]> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return [];
      const asked = recently.get(channel).catch(() => undefined);
      const code = await within(clock, patience, asked);
      return code === undefined ? [] : [{ channel, code }];
    },
    async check(): Promise<void> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return;
      try {
        const code = await ask(channel);
        if (code === undefined) return await ledger.channelMended(channel);
        log.error({ channel, code }, 'the private channel cannot be used');
        await ledger.channelBlocked({ channel, code });
      } catch (err) {
        log.warn({ err }, 'it cannot be looked up whether the private channel can be used');
      }
    },
  };
}
