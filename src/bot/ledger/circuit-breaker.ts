import { changedRows, findRow } from '../../database/table.ts';
import { type Repeating, repeat } from '../../time/clock.ts';
import type { Destination } from './delivery/attempt.ts';
import { enqueue, type NewMessage } from './outbox/message.ts';
import { boundedWait, pauseAfter } from './queue.ts';
import type { LedgerDatabase, Tx } from './tables/ledger-database.ts';
import type { CircuitBreakerRow } from './tables/schema.ts';
import { type Handle, inOrder, isOpen } from './tables/sql.ts';

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

/**
 * Time without a problem after which HR gets the message that an outage is over, in milliseconds. A problem within
 * it belongs to the same outage: HR gets one pair of messages, however often the service comes and goes.
 */
const quiet = 60_000;

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Pauses all sending while a problem affects every request. One process probes the service until the problem
 * is gone.
 */
export function createCircuitBreaker(
  { db, transact, statement, clock, log }: LedgerDatabase,
  { probe, needsPeople }: Pick<Destination, 'probe' | 'needsPeople'>,
  onRecovered: () => void,
) {
  /** Outage code of the destination, or `failing`; an unknown code, from another version, pauses sending too. */
  let known: { code: string; probeAt: Date } | undefined;
  let looks: Repeating | undefined;
  let untilNextLook = lookEvery;

  function pauseFor(code: string, probes: number): number {
    return Math.min(pauseAfter(probes), needsPeople(code) ? longestPauseForPeople : longestPause);
  }

  /** Another process may have ended the outage. */
  async function read(): Promise<void> {
    const before = known;
    const { code = null, probe_at = null } = (await findRow(db, 'circuit_breaker', { id: 1 })) ?? {};
    known = code === null ? undefined : { code, probeAt: new Date(probe_at ?? 0) };
    if (before && !known) onRecovered();
  }

  async function turn(): Promise<void> {
    untilNextLook = lookEvery;
    await read();
    const held = known;
    if (held && !(held.probeAt > clock.now()) && (await takeProbe(held.code))) {
      await look(held.code);
      await read();
    }
    const wait = known ? known.probeAt.getTime() - clock.now().getTime() : lookEvery;
    untilNextLook = Math.min(Math.max(wait || 0, 100), lookEvery);
  }

  async function look(held: string): Promise<void> {
    const failure = await probe();
    if (!failure) return recover();
    const code = failure.facts.outage ?? failing;
    if (code !== held) await open(code, pauseFor(code, 1));
  }

  /** Claims the next probe for this process, if it is due. */
  function takeProbe(code: string): Promise<boolean> {
    return transact(async (tx) => {
      const row = await readLocked(tx);
      if (row.code === null || (row.probe_at ?? '') > tx.now.toISOString()) return false;
      const probes = row.probes + 1;
      await set(tx.db, { probes, probe_at: later(tx, pauseFor(code, probes)) });
      return true;
    });
  }

  /**
   * HR gets one message per outage if a person has to act. A problem that needs a person replaces the
   * stored one; a passing one doesn't.
   */
  function open(code: string, wait: number): Promise<void> {
    return transact(async (tx) => {
      const row = await readLocked(tx);
      if (row.code !== null && (row.code === code || !needsPeople(code))) return;
      const { since, told: before } = await outageOf(tx, row);
      const told = needsPeople(code) ? 1 : before;
      await set(tx.db, { code, since, told, ...(row.code === null && { probe_at: later(tx, wait) }) });
      if (told > before) await tell(tx, since, { name: 'outage', about: { code } });
    });
  }

  /** Resumes sending and makes all open requests due. HR is told a little later if they know of the outage. */
  async function recover(): Promise<void> {
    await transact(async (tx) => {
      const row = await readLocked(tx);
      if (row.code === null) return;
      const since = row.told === 1 ? row.since : null;
      await set(tx.db, { code: null, since, probe_at: null, probes: 0 });
      const due = new Date(tx.now.getTime() + quiet);
      if (since !== null) await tell(tx, since, { name: 'outage.over', about: {}, due });
      const unended = inOrder({ kind: tx.kind, table: 'requests', only: isOpen });
      await tx.db.updateTable('requests').set({ due_at: tx.now.toISOString() }).where(unended).execute();
    });
    log.info('sending goes on');
    await read();
  }

  return {
    outage: () => known,
    /** Writes without changing anything. @throws if the database can't be written */
    async tryToWrite(): Promise<void> {
      await transact(readLocked);
    },
    /** Pauses all sending. @param wait milliseconds that the service asked for */
    async trip(code: string, wait = 0): Promise<void> {
      const first = Math.max(pauseFor(code, 1), boundedWait(wait));
      if (!known) log.error({ code, wait: first }, 'sending is held up');
      await open(code, first);
      await read();
      looks?.wake();
    },
    async lookNow(): Promise<void> {
      await statement((tx) => set(tx.db, { probe_at: tx.now.toISOString() }));
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

function later({ now }: Tx, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

/** Locks the row on PostgreSQL, so that processes decide one after the other. */
function readLocked({ db }: Tx): Promise<CircuitBreakerRow> {
  return db
    .insertInto('circuit_breaker')
    .values({ id: 1, probes: 0, told: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function set(db: Handle, values: Partial<CircuitBreakerRow>): Promise<void> {
  await db.updateTable('circuit_breaker').set(values).where('id', '=', 1).execute();
}

/** Enqueues a message to HR, at most one per outage. @param since start of the outage, as ISO 8601 */
function tell(tx: Tx, since: string, message: Pick<NewMessage, 'name' | 'about' | 'due'>): Promise<void> {
  return enqueue(tx, [{ ...message, purpose: `${message.name} ${since}`, recipient: { hr: true } }]);
}

/** The stored outage, also when its end isn't told yet; otherwise a new one. */
async function outageOf(tx: Tx, { code, since, told }: CircuitBreakerRow) {
  if (since !== null && (code !== null || (await dropUnsentEnd(tx, since)))) return { since, told };
  return { since: tx.now.toISOString(), told: 0 };
}

/** @returns whether the message about the outage's end was still unsent */
async function dropUnsentEnd({ db }: Tx, since: string): Promise<boolean> {
  const end = db
    .deleteFrom('messages')
    .where('key', '=', `outage.over ${since}`)
    .where('state', '=', 'pending');
  return (await changedRows(end)) > 0;
}
