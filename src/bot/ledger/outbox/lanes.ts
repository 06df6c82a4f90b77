import { sql } from 'kysely';
import type { Handle } from '../tables/write.ts';
import type { Recipient } from './message.ts';

/** Slack takes one message a second in a channel (docs.slack.dev/apis/web-api/rate-limits), in milliseconds. */
const pace = 1_000;

/**
 * Planned messages that go the same way keep a distance, over all processes, so that a thousand on one morning come in
 * their order and within Slack's limits. @returns the channel; nothing where messages do not stand in each other's way
 */
export function laneOf(recipient: Recipient): string | undefined {
  const isChannel = 'channel' in recipient && /^[CG]/.test(recipient.channel);
  return isChannel ? recipient.channel : undefined;
}

/** Nobody is sending on the lane, and Slack takes the next one by now. */
export function laneIsFree(now: Date) {
  return sql<boolean>`(messages.lane is null or (
    not exists (select 1 from lanes where lanes.name = messages.lane and lanes.free_at > ${now.toISOString()})
    and not exists (select 1 from messages other where other.lease_until is not null and other.lane = messages.lane)))`;
}

/** Takes a lane's next turn. @returns whether nobody else did */
export async function takeTurn(handle: Handle, name: string, now: Date): Promise<boolean> {
  const free_at = new Date(now.getTime() + pace).toISOString();
  const row = await handle
    .insertInto('lanes')
    .values({ name, free_at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ free_at }).where('lanes.free_at', '<=', now.toISOString()),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Slack asked to wait. */
export async function closeLane(handle: Handle, name: string, until: Date): Promise<void> {
  const free_at = until.toISOString();
  await handle
    .insertInto('lanes')
    .values({ name, free_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ free_at }))
    .execute();
}
