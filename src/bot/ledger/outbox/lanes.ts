import { sql } from 'kysely';
import type { Handle } from '../tables/write.ts';
import type { Recipient } from './message.ts';

/** Slack's limit of one message per second and channel (docs.slack.dev/apis/web-api/rate-limits), in milliseconds. */
const pace = 1_000;

/**
 * Lane of planned messages that are sent one at a time, over all processes, to keep their order and Slack's limits.
 * @returns the channel; undefined if no lane is needed
 */
export function laneOf(recipient: Recipient): string | undefined {
  const isChannel = 'channel' in recipient && /^[CG]/.test(recipient.channel);
  return isChannel ? recipient.channel : undefined;
}

/** SQL condition: no message of the lane is being sent, and Slack's limit allows the next. */
export function laneIsFree(now: Date) {
  return sql<boolean>`(messages.lane is null or (
    not exists (select 1 from lanes where lanes.name = messages.lane and lanes.free_at > ${now.toISOString()})
    and not exists (select 1 from messages other where other.lease_until is not null and other.lane = messages.lane)))`;
}

/** Claims the lane's next slot. @returns false if another process did */
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

/** Closes a lane until the time that Slack asked for. */
export async function closeLane(handle: Handle, name: string, until: Date): Promise<void> {
  const free_at = until.toISOString();
  await handle
    .insertInto('lanes')
    .values({ name, free_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ free_at }))
    .execute();
}
