import { sql } from 'kysely';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { Destination } from './delivery/destination.ts';
import { boundedWait, pauseAfter } from './delivery/lease.ts';
import { enqueue, type NewMessage } from './outbox/enqueue.ts';
import type { LedgerDatabase, Tx } from './tables/ledger-database.ts';
import type { CircuitBreakerRow } from './tables/schema.ts';
import { type Handle, inOrder } from './tables/sql.ts';

/** Outage code for many failed attempts in a row with no known cause. */
export const failing = 'failing';

/**
 * Interval between looks at the stored state (another process may change it) and the longest pause between probes, in
 * milliseconds.
 */
const lookEvery = 10_000;
const longestPause = 120_000;
/** Shorter where a person has to act, so that the fix is noticed soon. In milliseconds. */
const longestPauseForPeople = 60_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Pauses all sending while a problem affects every request. One process probes the service until the problem
 * is gone.
 */
export function createCircuitBreaker(
  database: LedgerDatabase,
  destination: Pick<Destination, 'probe' | 'needsPeople'>,
  onRecovered: () => void,
) {
  const { clock, log } = database;
  const { needsPeople } = destination;
  const store = createCircuitBreakerStore(database, needsPeople);
  /** Outage code of the destination, or `failing`. */
  let known: { code: string } | undefined;
  let looks: Repeating | undefined;
  let untilNextLook = lookEvery;

  function pauseFor(code: string, probes: number): number {
    return Math.min(pauseAfter(probes), needsPeople(code) ? longestPauseForPeople : longestPause);
  }

  function later(ms: number): Date {
    return new Date(clock.now().getTime() + ms);
  }

  async function turn(): Promise<void> {
    untilNextLook = lookEvery;
    await look();
    const outage = await store.outage();
    const wait = outage ? outage.probeAt.getTime() - clock.now().getTime() : lookEvery;
    untilNextLook = Math.min(Math.max(wait || 0, 100), lookEvery);
  }

  async function look(): Promise<void> {
    const before = known;
    const outage = await store.outage();
    known = outage;
    if (before && !outage) onRecovered();
    if (!outage) return;
    const taken = await store.takeProbe((probes) => later(pauseFor(outage.code, probes)));
    if (taken > 0) await act(outage.code);
  }

  async function act(code: string): Promise<void> {
    const failure = await destination.probe();
    if (!failure) return recover();
    const now = failure.facts.outage ?? failing;
    if (now !== code) await store.trip(now, later(pauseFor(now, 1)));
    known = await store.outage();
  }

  async function recover(): Promise<void> {
    await store.recover();
    known = undefined;
    log.info('sending goes on');
    onRecovered();
  }

  return {
    outage: () => known,
    tryToWrite: store.tryToWrite,
    /** Pauses all sending. @param wait milliseconds that the service asked for */
    async trip(code: string, wait = 0): Promise<void> {
      const first = Math.max(pauseFor(code, 1), boundedWait(wait));
      if (!known) log.error({ code, wait: first }, 'sending is held up');
      await store.trip(code, later(first));
      known = await store.outage();
      looks?.wake();
    },
    async lookNow(): Promise<void> {
      await store.hurry();
      await looks?.turnNow();
    },
    start(): void {
      const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up what holds up sending');
      looks = repeat({ clock, every: () => untilNextLook, turn, onError });
    },
    async stop(): Promise<void> {
      await looks?.stop();
    },
  };
}

/**
 * Time without a problem after which HR gets the message that an outage is over, in milliseconds. A problem within
 * it belongs to the same outage: HR gets one pair of messages, however often the service comes and goes.
 */
const quiet = 60_000;

function createCircuitBreakerStore(
  { db, kind, transact, statement }: LedgerDatabase,
  needsPeople: (code: string) => boolean,
) {
  /** Locks the row on PostgreSQL, so that processes decide one after the other. */
  function readLocked({ db: tx }: Tx): Promise<CircuitBreakerRow> {
    return tx
      .insertInto('circuit_breaker')
      .values({ id: 1, probes: 0, told: 0 })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Enqueues a message to HR, at most one per outage. @param since start of the outage, as ISO 8601 */
  function tell(tx: Tx, since: string, message: Pick<NewMessage, 'name' | 'about' | 'due'>) {
    return enqueue(tx, [{ ...message, purpose: `${message.name} ${since}`, recipient: { hr: true } }]);
  }

  async function outageOf(tx: Tx, { code, since, told }: CircuitBreakerRow) {
    if (since !== null && (code !== null || (await dropUnsentEnd(tx, since)))) return { since, told };
    return { since: tx.now.toISOString(), told: 0 };
  }

  /** @returns whether the message about the outage's end was still unsent */
  async function dropUnsentEnd({ db: tx }: Tx, since: string): Promise<boolean> {
    const end = tx
      .deleteFrom('messages')
      .where('key', '=', `outage.over ${since}`)
      .where('state', '=', 'pending');
    return (await end.executeTakeFirst()).numDeletedRows > 0;
  }

  async function set(handle: Handle, values: Partial<CircuitBreakerRow>): Promise<void> {
    await handle.updateTable('circuit_breaker').set(values).where('id', '=', 1).execute();
  }

  return {
    async outage(): Promise<{ code: string; probeAt: Date } | undefined> {
      const row = await db.selectFrom('circuit_breaker').select(['code', 'probe_at']).executeTakeFirst();
      const { code = null, probe_at = null } = row ?? {};
      if (code === null) return undefined;
      // An unknown code, from another version, pauses sending too; a probe checks it.
      return { code, probeAt: new Date(probe_at ?? 0) };
    },

    /**
     * HR gets one message per outage if a person has to act. A problem that needs a person replaces the
     * stored one; a passing one doesn't.
     */
    trip: (code: string, probeAt: Date): Promise<void> =>
      transact(async (tx) => {
        const row = await readLocked(tx);
        if (row.code !== null && (row.code === code || !needsPeople(code))) return;
        const { since, told: before } = await outageOf(tx, row);
        const told = needsPeople(code) ? 1 : before;
        await set(tx.db, {
          code,
          since,
          told,
          ...(row.code === null && { probe_at: probeAt.toISOString() }),
        });
        if (told > before) await tell(tx, since, { name: 'outage', about: { code } });
      }),

    /** Claims the next probe for this process. @returns the number of probes so far, or 0 if none is due */
    takeProbe: (next: (probes: number) => Date): Promise<number> =>
      transact(async (tx) => {
        const row = await readLocked(tx);
        if (row.code === null || (row.probe_at ?? '') > tx.now.toISOString()) return 0;
        const probes = row.probes + 1;
        await set(tx.db, { probes, probe_at: next(probes).toISOString() });
        return probes;
      }),

    /** Writes without changing anything. @throws if the database can't be written */
    async tryToWrite(): Promise<void> {
      await transact(readLocked);
    },

    hurry: () => statement(({ db: handle, now }) => set(handle, { probe_at: now.toISOString() })),

    /** Resumes sending and makes all open requests due. HR is told a little later if they know of the outage. */
    recover: (): Promise<void> =>
      transact(async (tx) => {
        const row = await readLocked(tx);
        if (row.code === null) return;
        const since = row.told === 1 ? row.since : null;
        await set(tx.db, { code: null, since, probe_at: null, probes: 0 });
        const due = new Date(tx.now.getTime() + quiet);
        if (since !== null) await tell(tx, since, { name: 'outage.over', about: {}, due });
        const open = inOrder({ kind, table: 'requests', only: sql<boolean>`ended_at is null` });
        await tx.db.updateTable('requests').set({ due_at: tx.now.toISOString() }).where(open).execute();
      }),
  };
}
