import { sql } from 'kysely';
import { personKey } from '../lists/found-by.ts';
import type { LedgerDatabase, Reads, Tx } from '../tables/ledger-database.ts';
import { counting, isOpen } from '../tables/sql.ts';
import { changeDay } from './change-day.ts';
import { isUncertain } from './missing.ts';
import {
  type CompanionDeparture,
  type Departure,
  type DeparturesAround,
  type Request,
  readLocked,
} from './request.ts';

interface PersonAtService {
  id: number | null;
  email: string | null;
  service: string | null;
}

interface Start {
  day: string;
  /** Time of entry as ISO 8601, and its day in the organization's zone. */
  createdAt: string;
  enteredOn: string;
}

type LastDay = Pick<Departure, 'day' | 'endedAt'>;

/**
 * Whether a departure belongs to this employment, not to an earlier one (people come back, and addresses are reused):
 * its day is on or after the day of entry, or it was completed after the entry.
 */
function isOfStart({ createdAt, enteredOn }: Omit<Start, 'day'>, { day, endedAt }: LastDay): boolean {
  return day >= enteredOn || endedAt > createdAt;
}

/** Whether a last day cancels a start: it is on or before the start day. */
export function endsStart(start: Start, departure: LastDay): boolean {
  return departure.day <= start.day && isOfStart(start, departure);
}

function entryOf({ createdAt }: Request, { today }: Reads): Omit<Start, 'day'> {
  return { createdAt, enteredOn: today(new Date(createdAt)) };
}

/** The person of a start. */
function starting({ resultId: id, subject: email, service }: Request): PersonAtService {
  return { id, email, service };
}

/** Completed first or last days that count. */
function bounds({ db, types }: Reads, which: 'start' | 'end', service: string | null = null) {
  return counting(db)
    .where('kind', 'in', types.bounding(which))
    .$if(service !== null, (query) =>
      query.where((row) => row.or([row('service', 'is', null), row('service', '=', service)])),
    );
}

async function startsOf(reads: Reads, { id, email, service }: PersonAtService): Promise<Request[]> {
  const rows = await bounds(reads, 'start', service)
    .selectAll()
    .where((row) =>
      row.or([
        row('result_id', '=', id),
        row.and([row('result_id', 'is', null), row('subject', '=', email ?? '')]),
      ]),
    )
    .execute();
  return rows.flatMap((row) => reads.types.read(row) ?? []);
}

async function departuresOf(reads: Reads, { id, email, service }: PersonAtService): Promise<Departure[]> {
  const rows = await bounds(reads, 'end', service)
    .select(['requests.id', 'requester', 'day', 'ended_at'])
    .where('called_off_at', 'is', null)
    .where((row) => (id === null ? row('email', '=', email ?? '') : row('result_id', '=', id)))
    .orderBy('day')
    .execute();
  return rows.flatMap(({ day, ended_at, ...row }) =>
    day === null ? [] : [{ ...row, day, endedAt: ended_at ?? '' }],
  );
}

async function departureOf(reads: Reads, employee: number, service: string | null = null) {
  return (await departuresOf(reads, { id: employee, email: null, service }))[0];
}

/** Departures of the manager and the buddy of a start. */
async function companionsOf(reads: Reads, start: Request) {
  const found: CompanionDeparture[] = [];
  for (const person of reads.types.of(start.kind).concerns?.(start) ?? []) {
    if (!('employee' in person)) continue;
    const departure = await departureOf(reads, person.employee, start.service);
    if (departure) found.push({ ...departure, employee: person.employee });
  }
  return found;
}

/** Whether an open departure request would end this start. One that still needs approval doesn't count. */
async function awaitsDeparture({ db, types }: Reads, start: Request): Promise<boolean> {
  if (types.of(start.kind).bounds !== 'start') return false;
  const row = await db
    .selectFrom('requests')
    .select('id')
    .where('kind', 'in', types.bounding('end'))
    .where(isOpen)
    .where('state', '<>', 'awaiting_approval')
    .where((row) => row.or([row('subject', '=', String(start.resultId)), row('email', '=', start.subject)]))
    .where((row) => row.or([row('day', 'is', null), row('day', '<=', start.day)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The person's own last day that ends a start on this day. */
export async function departureEnding(
  reads: Reads,
  request: Request,
  day: string | null,
): Promise<Departure | undefined> {
  if (day === null || reads.types.of(request.kind).bounds !== 'start') return undefined;
  const start = { day, ...entryOf(request, reads) };
  const departures = await departuresOf(reads, starting(request));
  return departures.find((departure) => endsStart(start, departure));
}

/**
 * Applies a completed, moved or cancelled first or last day to related requests: a start on or after the person's
 * last day ends, and resumes when that no longer holds. Call it in the transaction of the change.
 * @param by a Slack user id
 * @returns the request, updated if its start ended or resumed
 */
export async function followDay(tx: Tx, request: Request, by: string): Promise<Request> {
  const which = tx.types.of(request.kind).bounds;
  if (which === 'start') return (await settleStart(tx, request.id, { by })) ?? request;
  if (which === 'end') {
    const { resultId: id, email, service } = request;
    for (const start of await startsOf(tx, { id, email, service })) await settleStart(tx, start.id, { by });
  }
  return request;
}

/** `may.end` is needed even without a change: the departure may have been deleted since. */
async function settleStart(
  tx: Tx,
  id: string,
  { by, may = 'both' }: { by?: string; may?: 'both' | 'end' },
): Promise<Request | undefined> {
  const request = await readLocked(tx, id);
  const wanted = request?.day ?? request?.endedDay;
  if (!request || !wanted) return undefined;
  const departure = await departureEnding(tx, request, wanted);
  const isEnded = request.day === null;
  if ((departure !== undefined) === isEnded || (isEnded && may === 'end')) return undefined;
  const actor = by ?? departure?.requester ?? request.requester;
  const change = { day: departure ? null : wanted, endedDay: departure ? wanted : null };
  return (await changeDay(tx, request, change, actor)).request;
}

const mostStarts = 50;

export function createPresence(database: LedgerDatabase) {
  return {
    startsOf: (person: PersonAtService): Promise<Request[]> => startsOf(database, person),
    departureOf: (employee: number): Promise<Departure | undefined> => departureOf(database, employee),
    async around(start: Request): Promise<DeparturesAround> {
      if (database.types.of(start.kind).bounds !== 'start')
        return { own: undefined, isAwaited: false, companions: [] };
      const own = await departuresOf(database, starting(start));
      return {
        own: own.find((departure) => isOfStart(entryOf(start, database), departure)),
        isAwaited: await awaitsDeparture(database, start),
        companions: await companionsOf(database, start),
      };
    },
    /** The person is missing from the service, or a departure that would end the start has no outcome yet. */
    isUncertain: async (start: Request): Promise<boolean> =>
      isUncertain(start) || (start.calledOffAt === null && (await awaitsDeparture(database, start))),
    async startsWith(employee: number, from: string): Promise<Request[]> {
      const rows = await bounds(database, 'start')
        .innerJoin('request_people', 'request_people.request_id', 'requests.id')
        .selectAll('requests')
        .where('request_people.person', '=', personKey({ employee }))
        .where('request_people.day', '>=', from)
        .where('requests.called_off_at', 'is', null)
        .orderBy('request_people.day')
        .limit(mostStarts)
        .execute();
      return rows.flatMap((row) => database.types.read(row) ?? []);
    },
    /** Ends starts after a last day that no transaction has handled, since both requests ended at the same moment. */
    async settleAll(): Promise<number> {
      const { types, clock, today, transact } = database;
      const leaves = (isThem: string) =>
        sql<boolean>`exists (select 1 from requests departure
          where ${sql.raw(isThem)} and departure.kind in (${sql.join(types.bounding('end'))})
          and departure.state = 'done' and departure.called_off_at is null and departure.day <= requests.day)`;
      const rows = await bounds(database, 'start')
        .select('requests.id')
        .where('requests.day', '>=', today(clock.now()))
        // Two conditions, each with its own index.
        .where(({ or, and, eb }) =>
          or([
            leaves('departure.result_id = requests.result_id'),
            and([eb('result_id', 'is', null), leaves('departure.email = requests.subject')]),
          ]),
        )
        .limit(mostStarts)
        .execute();
      let count = 0;
      for (const { id } of rows) if (await transact((tx) => settleStart(tx, id, { may: 'end' }))) count += 1;
      return count;
    },
  };
}
