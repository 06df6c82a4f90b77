import { sql } from 'kysely';
import { putRow } from '../../../database/table.ts';
import { type Handle, isAtOnce, isUnsent, type Writing } from '../tables/sql.ts';

/** Slack's limit of one message per second and channel (docs.slack.dev/apis/web-api/rate-limits), in milliseconds. */
const pace = 1_000;

/** SQL condition: no message of the lane is being sent, and Slack's limit allows the next. */
export function laneIsFree(now: Date) {
  return sql<boolean>`(messages.lane is null or (
    not exists (select 1 from lanes where lanes.name = messages.lane and lanes.free_at > ${now.toISOString()})
    and not exists (select 1 from messages other where other.lease_until is not null and other.lane = messages.lane)))`;
}

/** @returns false if another process has taken the lane's turn */
export async function takeTurn({ db, now }: Writing, name: string): Promise<boolean> {
  const free_at = new Date(now.getTime() + pace).toISOString();
  const row = await db
    .insertInto('lanes')
    .values({ name, free_at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ free_at }).where('lanes.free_at', '<=', now.toISOString()),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes a lane after a message was sent, which may be long after it was claimed. */
export function restLane({ db, now }: Writing, name: string): Promise<void> {
  return closeLane(db, name, new Date(now.getTime() + pace));
}

/** Closes a lane, as Slack asks with `Retry-After`. */
export async function closeLane(db: Handle, name: string, until: Date): Promise<void> {
  await putRow(db, 'lanes', { name }, { free_at: until.toISOString() });
}

/** Whether a message of the lane that isn't planned waits or is being sent. */
export async function isWaitingIn(db: Handle, lane: string): Promise<boolean> {
  const own = db.selectFrom('messages').select('id').where('lane', '=', lane);
  return (await own.where(isUnsent).where(isAtOnce).limit(1).executeTakeFirst()) !== undefined;
}
