import { moveDay } from '../lists/found-by.ts';
import { enqueue, readRecipient, type ToldMessage } from '../outbox/message.ts';
import { emitBegun, planAnew } from '../planning.ts';
import type { Tx } from '../tables/ledger-database.ts';
import { type Handle, step, updateRequest } from '../tables/sql.ts';
import { emit } from '../webhooks/emit.ts';
import { type Amendment, type Request, readLocked } from './request.ts';

interface NewDay {
  day: string | null;
  /** The start day that was cancelled by the person's departure. */
  endedDay: string | null;
}

/** Changes the day of a completed request, notifies everyone who got messages about it, and updates the plan. */
export async function changeDay(
  tx: Tx,
  request: Request,
  { day, endedDay }: NewDay,
  by: string,
): Promise<{ request: Request; amendment: Amendment; told: ToldMessage[] }> {
  const { id, day: before } = request;
  const isEnded = endedDay !== null;
  const amendment = { kind: kindOf(request, day), day, before, by, ...(isEnded && { isEnded }) };
  await moveDay(tx, id, day);
  await updateRequest(tx, id, {
    amendments: request.amendments + 1,
    called_off_at: day === null ? tx.now.toISOString() : null,
    ended_day: endedDay,
  });
  await step(tx, id, by, amendment.kind, { day, before });
  const told = await toldBefore(tx, id);
  const amended = (await readLocked(tx, id)) ?? request;
  await enqueue(tx, tx.words.amended(amended, amendment, told));
  await emit(tx, tx.words.events(amended, { kind: 'amended', amendment }));
  await planAnew(tx, amended);
  await emitBegun(tx, amended);
  return { request: amended, amendment, told };
}

function kindOf({ calledOffAt }: Request, day: string | null): Amendment['kind'] {
  if (day === null) return 'calledOff';
  return calledOffAt === null ? 'moved' : 'resumed';
}

/**
 * Reads who was told, before a change. Locks unsent messages until the transaction ends: another process would send
 * them as they were before it, and nobody would correct them.
 */
export async function toldBefore({ db, kind }: Tx, id: string): Promise<ToldMessage[]> {
  const unsent = db.selectFrom('messages').select('id').where('request_id', '=', id);
  if (kind === 'postgres') await unsent.where('state', '=', 'pending').orderBy('id').forUpdate().execute();
  return toldOf(db, id);
}

/** Upper bound of messages read per request: channels, people, and HR's copies. */
const most = 200;

/** Messages about a request that can be followed up. */
export async function toldOf(db: Handle, id: string): Promise<ToldMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['name', 'purpose', 'recipient', 'target', 'state', 'doubtful'])
    .where('request_id', '=', id)
    .orderBy('id')
    .limit(most)
    .execute();
  const spread = rows.filter(({ state }) => state === 'spread').map(({ purpose }) => `${purpose}:`);
  // Skip individual copies: the original's recipient is resolved again.
  const own = rows.filter(({ purpose }) => !spread.some((start) => purpose.startsWith(start)));
  return own.flatMap(({ name, purpose, recipient: stored, target, state, doubtful }) => {
    const isSent = ['sending', 'sent', 'answered', 'spread', 'gone'].includes(state) || doubtful > 0;
    const recipient = readRecipient(stored);
    return recipient && !('inPlaceOf' in recipient)
      ? [{ isSent, isOver: state === 'dropped', name, purpose, recipient, target: target ?? undefined }]
      : [];
  });
}
