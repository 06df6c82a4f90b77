import { findRow } from '../../../database/table.ts';
import { leased, newLease, repeatAfter, unleased } from '../queue.ts';
import type { Request } from '../requests/request.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import { type Handle, heldMessage } from '../tables/sql.ts';
import { type Held, keyOf, MessageRefused, type Place, type Wording } from './message.ts';
import { type PendingMessage, readMessage } from './pending-message.ts';

/** Limit of messages that are one in Slack. */
const most = 100;

interface Sending {
  wordingOf(
    message: PendingMessage,
    target: string,
    others?: readonly Request[],
  ): Promise<Wording | Held | undefined>;
  postNew(message: PendingMessage, wording: Wording, target: string): Promise<Place | undefined>;
  update(place: Place, wording: Wording): Promise<void>;
  putOff(message: PendingMessage, until: Date): Promise<void>;
}

/**
 * Messages that are one in Slack: see `NewMessage.together`. Each keeps its own row, so that a later change of one
 * request knows its readers. All have the metadata id of the post, by which each finds it again.
 */
export function createTogether(database: LedgerDatabase, { wordingOf, postNew, update, putOff }: Sending) {
  const { db, kind, statement, clock } = database;

  /** Takes the waiting others under the lease of this one. One that may be part of another post is left. */
  async function take({ id, holder, together = '', metadataId }: PendingMessage): Promise<PendingMessage[]> {
    const lease = { ...newLease(clock.now()), holder };
    const free = db
      .selectFrom('messages')
      .select('id')
      .where('topic', '=', together)
      .where('state', '=', 'pending')
      .where('lease_until', 'is', null)
      .where((row) => row.or([row('doubtful', '=', 0), row('metadata_id', '=', metadataId)]))
      .orderBy('id')
      .limit(most);
    await heldMessage(db, { id, holder }).set({ metadata_id: metadataId }).execute();
    const rows = await statement((tx) =>
      tx.db
        .updateTable('messages')
        .set({ ...leased(lease), state: 'sending', metadata_id: metadataId })
        .where('id', 'in', kind === 'postgres' ? free.forUpdate().skipLocked() : free)
        .returningAll()
        .execute(),
    );
    const taken: PendingMessage[] = [];
    for (const row of rows.toSorted((one, other) => one.id - other.id)) {
      const message = await readMessage(database, row);
      if (message) taken.push(message);
      else
        await heldMessage(db, { id: row.id, holder })
          .set({ state: 'pending', ...unleased })
          .execute();
    }
    return taken;
  }

  /** Those that would also be sent alone, or are in the post that was found. The others are given back. */
  async function fitting(
    taken: readonly PendingMessage[],
    target: string,
    found: Place | undefined,
  ): Promise<PendingMessage[]> {
    const fits: PendingMessage[] = [];
    for (const one of taken) {
      if ((found && one.doubtful) || (await isSentAlone(one, target))) fits.push(one);
      else await putOff(one, clock.now());
    }
    return fits;
  }

  async function isSentAlone(message: PendingMessage, target: string): Promise<boolean> {
    if (message.isAmended) return false;
    const built = await wordingOf(message, target).catch(() => undefined);
    return built !== undefined && 'text' in built;
  }

  /** Requests of the others in the same post. */
  async function said({
    id,
    together,
    metadataId,
  }: Pick<PendingMessage, 'id' | 'together' | 'metadataId'>): Promise<Request[]> {
    if (together === undefined) return [];
    const rows = await db
      .selectFrom('messages')
      .innerJoin('requests', 'requests.id', 'messages.request_id')
      .where('topic', '=', together)
      .where('metadata_id', '=', metadataId)
      .where('messages.state', '=', 'sent')
      .where('messages.id', '<>', id)
      .orderBy('messages.id')
      .selectAll('requests')
      .limit(most)
      .execute();
    return rows.flatMap((row) => database.types.read(row) ?? []);
  }

  /** A message and what was taken with it. */
  function heldWith(handle: Handle, { holder }: PendingMessage) {
    const held = handle.updateTable('messages').where('lease_holder', '=', holder);
    // By the index of leased messages.
    return held.where('lease_until', 'is not', null);
  }

  /** Gives the others back. After a failure in doubt they wait until the post is visible. */
  async function free(message: PendingMessage, error: unknown): Promise<void> {
    const facts = error instanceof MessageRefused ? error.facts : { doubtful: true, mayTake: 0 };
    const visible = new Date(clock.now().getTime() + Math.max(facts.mayTake ?? 0, repeatAfter));
    const doubt = facts.doubtful ? { doubtful: 1, due_at: visible.toISOString() } : { doubtful: 0 };
    const others = heldWith(db, message).where('id', '<>', message.id);
    await others.set({ state: 'pending', ...doubt, ...unleased }).execute();
  }

  return {
    /** Sends a message with all that belongs to it, or updates the post that was `found`, which may lack some. */
    async send(
      target: string,
      message: PendingMessage,
      { found, wording: own }: { found: Place | undefined; wording: Wording },
    ): Promise<void> {
      try {
        const others = await fitting(await take(message), target, found);
        const known = [
          ...(found ? await said(message) : []),
          ...others.flatMap(({ request }) => request ?? []),
        ];
        const requests = known.filter(({ calledOffAt }) => calledOffAt === null);
        const wording = requests.length > 0 ? await wordingOf(message, target, requests) : own;
        if (!wording || !('text' in wording))
          throw new MessageRefused('not_built', { permanent: false, doubtful: false });
        if (found) await update(found, wording);
        const place = found ?? (await postNew(message, wording, target));
        await statement(async (tx) => {
          const values = { state: place ? 'sent' : 'dropped', target, ...place, ...unleased };
          await heldWith(tx.db, message).set(values).execute();
        });
      } catch (error) {
        await free(message, error);
        throw error;
      }
    },

    /** Requests of the others in the post of a message. */
    async saidIn(requestId: string | null, purpose: string): Promise<Request[]> {
      const key = keyOf(requestId, purpose);
      const row = await findRow(db, 'messages', { key });
      if (!row || row.topic === null || row.topic !== row.lane) return [];
      return said({ id: row.id, together: row.topic, metadataId: row.metadata_id });
    },

    /** Makes messages due that are held until others are there. */
    async sendNow(requestIds: readonly string[]): Promise<void> {
      await statement((tx) =>
        tx.db
          .updateTable('messages')
          .set({ due_at: tx.now.toISOString() })
          .where('request_id', 'in', requestIds)
          .where('topic', '=', (row) => row.ref('lane'))
          .where('state', '=', 'pending')
          .where('attempts', '=', 0)
          .where('doubtful', '=', 0)
          .where('due_at', '>', tx.now.toISOString())
          .execute(),
      );
    },
  };
}
