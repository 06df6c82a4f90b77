import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Clock, within } from '../../../time/clock.ts';
import { createShortMemory } from '../people/slack-memory.ts';

/** Lifetime of a cached size, and the wait for Slack while somebody looks at a page, in milliseconds. */
const believedFor = 10 * 60_000;
const patience = 500;
const most = 200;

const Info = z.object({ num_members: z.int(), is_member: z.boolean().default(false) });

export type ChannelSizes = ReturnType<typeof createChannelSizes>;

/** Counts the people in channels (docs.slack.dev/reference/methods/conversations.info, `include_num_members`). */
export function createChannelSizes(client: WebClient, clock: Clock) {
  async function ask(channel: string): Promise<number> {
    const answer = await client.conversations.info({ channel, include_num_members: true });
    const { num_members, is_member } = Info.parse(answer.channel);
    // Don't count Frontdesk.
    return num_members - (is_member ? 1 : 0);
  }
  const sizes = createShortMemory({ ask, believedFor, most, clock });

  /** Sizes of the channels for which Slack answers in time. */
  return async (channels: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const known = new Map<string, number>();
    const asked = channels.map(async (channel) => {
      const size = await sizes.get(channel).catch(() => undefined);
      if (size !== undefined) known.set(channel, size);
    });
    await within(clock, patience, Promise.all(asked));
    return new Map(known);
  };
}
