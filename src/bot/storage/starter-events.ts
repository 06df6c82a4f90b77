import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/open.ts';
import { isDatabaseAway } from '../../database/postgres/away.ts';
import { findRow, key, type TablesOf, table, text, textOrNull } from '../../database/table.ts';
import { createChanges } from '../changes.ts';
import { claimedUntil, isFree } from './claims.ts';
import type { Encryption } from './encryption.ts';

export const starterTables = {
  starter_sources: table({
    id: key,
    name: text,
    /** `Sealed`, encrypted. */
    sealed: text,
    /** JSON of `Mapping`; `{}` until somebody sets it. */
    mapping: text,
    set_by: text,
    set_at: text,
    /** Next reading of the address; null for a source without one. */
    poll_at: textOrNull,
    /** Digest of the body that was read last. */
    polled: textOrNull,
    /** Status of the last answer, or `tooLarge`, `noJson` or `unreachable`; null if it could be read. */
    poll_trouble: textOrNull,
  }),
  starter_events: table({
    /** Time and randomness, so that ids sort by arrival. */
    id: key,
    source: text,
    received_at: text,
    /** The body, encrypted. */
    sealed: text,
    state: text,
    lease_until: textOrNull,
  }),
};
export type StarterTables = TablesOf<typeof starterTables>;
export type SourceRow = StarterTables['starter_sources'];
type EventRow = StarterTables['starter_events'];

/** Events kept per source, and for how long; duration of a claim. In milliseconds. */
const [kept, keptFor, lease] = [10, 30 * 86_400_000, 60_000];

export type StarterEvent = Awaited<ReturnType<ReturnType<typeof createStarterEvents>['events']>>[number];

/** Bodies that sources sent: unread ones, and the last ones of each source. */
export function createStarterEvents(
  { db }: Database<StarterTables>,
  encryption: Encryption,
  now: () => Date,
) {
  const received = createChanges();

  /** Without a body if it can't be decrypted. */
  function eventOf({ id, source, received_at, sealed }: EventRow) {
    const body = encryption.tryToDecrypt(sealed, purposeOf(source));
    return { id, source, receivedAt: new Date(received_at), body };
  }

  /** Deletes events beyond the kept ones. Unread ones stay if the source has a mapping. */
  async function prune(source: string, isMapped: boolean): Promise<void> {
    const own = db.selectFrom('starter_events').select('id').where('source', '=', source);
    const over = await own
      .$if(isMapped, (query) => query.where('state', '<>', 'new'))
      .orderBy('id', 'desc')
      .offset(kept)
      .limit(1_000)
      .execute();
    const ids = over.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('starter_events').where('id', 'in', ids).execute();
  }

  /** Claims the oldest unread event of a source, under a lease. */
  async function claim(): Promise<EventRow | undefined> {
    const at = now();
    const next = db
      .selectFrom('starter_events as one')
      .innerJoin('starter_sources', 'starter_sources.id', 'one.source')
      .select('one.id')
      .where('one.state', '=', 'new')
      .where('mapping', '<>', '{}')
      .where(isFree('one.lease_until', at, lease))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('starter_events as before')
              .select('before.id')
              .whereRef('before.source', '=', 'one.source')
              .whereRef('before.id', '<', 'one.id')
              .where('before.state', '=', 'new'),
          ),
        ),
      )
      .orderBy('one.id')
      .limit(1);
    return db
      .updateTable('starter_events')
      .set({ lease_until: claimedUntil(at, lease) })
      .where('id', '=', next)
      .where(isFree('lease_until', at, lease))
      .returningAll()
      .executeTakeFirst();
  }

  return {
    onReceived: received.listen,
    tellReceived: received.tell,

    /** Stores a body. `isExample`: for a mapping, nothing is proposed. @returns the event's id */
    async receive(
      { id: source, mapping }: { id: string; mapping: object },
      body: string,
      isExample = false,
    ): Promise<string> {
      const received_at = now().toISOString();
      const id = `${received_at}-${randomBytes(6).toString('hex')}`;
      const sealed = encryption.encrypt(body, purposeOf(source));
      const row = { id, source, received_at, sealed, state: isExample ? 'done' : 'new' };
      await db.insertInto('starter_events').values(row).execute();
      await prune(source, Object.keys(mapping).length > 0);
      received.tell();
      return id;
    },

    /** The last events of a source, newest first. */
    async events(source: string) {
      const own = db.selectFrom('starter_events').selectAll().where('source', '=', source);
      return (await own.orderBy('id', 'desc').limit(kept).execute()).map(eventOf);
    },

    async event(source: string, id: string) {
      const row = await findRow(db, 'starter_events', { source, id });
      return row && eventOf(row);
    },

    /**
     * Works on the next unread event. One that fails for a reason of its own counts as read.
     * @returns whether there was one
     */
    async takeNext(
      work: (event: ReturnType<typeof eventOf>) => Promise<void>,
      onError: (error: unknown) => void,
    ): Promise<boolean> {
      const row = await claim();
      if (!row) return false;
      await work(eventOf(row)).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        onError(error);
      });
      const values = { state: 'done', lease_until: null };
      await db.updateTable('starter_events').set(values).where('id', '=', row.id).execute();
      await prune(row.source, true);
      return true;
    },

    async forgetOld(): Promise<void> {
      const before = new Date(now().getTime() - keptFor).toISOString();
      await db.deleteFrom('starter_events').where('received_at', '<', before).execute();
    },

    /** Encrypts the bodies with the newest key. */
    async sealEventsAgain(): Promise<void> {
      for (const row of await db.selectFrom('starter_events').selectAll().execute()) {
        const { body } = eventOf(row);
        const own = db.updateTable('starter_events').where('id', '=', row.id);
        if (body !== undefined)
          await own.set({ sealed: encryption.encrypt(body, purposeOf(row.source)) }).execute();
      }
    },
  };
}

function purposeOf(source: string): string {
  return `starter-events ${source}`;
}
