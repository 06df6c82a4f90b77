import { sql } from 'kysely';
import { personKey } from '../lists/found-by.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { isDone, isNewest, type LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { changeDay } from './change-day.ts';
import type { Words } from './ledger-words.ts';
import { isUncertain } from './missing.ts';
import type { CompanionDeparture, Departure, DeparturesAround, Request } from './request.ts';
import { type RequestTypes, readLocked } from './request-type.ts';

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

/**
 * Whether a departure belongs to this employment, not to an earlier one (people come back, and addresses are reused):
 * its day is on or after the day of entry, or it was completed after the entry.
 */
function isOfStart({ createdAt, enteredOn }: Omit<Start, 'day'>, { day, endedAt }: LastDay): boolean {
  return day >= enteredOn || endedAt > createdAt;
}

type LastDay = Pick<Departure, 'day' | 'endedAt'>;

/** Whether a last day cancels a start: it is on or before the start day. */
export function endsStart(start: Start, departure: LastDay): boolean {
  return departure.day <= start.day && isOfStart(start, departure);
}

interface Presence {
  types: RequestTypes;
  words: Words;
  today: (now: Date) => string;
}

function counting(handle: Handle, kinds: readonly string[], service: string | null) {
  return handle
    .selectFrom('requests')
    .where('kind', 'in', kinds)
    .where(isDone)
    .where(isNewest)
    .where('forgotten_at', 'is', null)
    .$if(service !== null, (query) =>
      query.where((row) => row.or([row('service', 'is', null), row('service', '=', service)])),
    );
}

async function startsOf(
  handle: Handle,
  types: RequestTypes,
  { id, email, service }: PersonAtService,
): Promise<RequestRow[]> {
  const kinds = types.bounding('start');
  if (kinds.length === 0) return [];
  return counting(handle, kinds, service)
    .selectAll()
    .where((row) =>
      row.or([
        row('result_id', '=', id),
        row.and([row('result_id', 'is', null), row('subject', '=', email ?? '')]),
      ]),
    )
    .execute();
}

async function departuresOf(
  handle: Handle,
  types: RequestTypes,
  { id, email, service }: PersonAtService,
): Promise<Departure[]> {
  const kinds = types.bounding('end');
  if (kinds.length === 0) return [];
  const rows = await counting(handle, kinds, service)
    .selectAll()
    .where('called_off_at', 'is', null)
    .where((row) => (id === null ? row('email', '=', email ?? '') : row('result_id', '=', id)))
    .orderBy('day')
    .execute();
  return rows.flatMap(({ day, ended_at, ...row }) =>
    day === null ? [] : [{ id: row.id, requester: row.requester, day, endedAt: ended_at ?? '' }],
  );
}

/** Whether an open departure request would end this start. One that still needs approval doesn't count. */
async function awaitsDeparture(handle: Handle, { id, kind }: Request, types: RequestTypes): Promise<boolean> {
  const leaving = types.bounding('end');
  if (leaving.length === 0 || types.of(kind).bounds !== 'start') return false;
  const row = await handle
    .selectFrom('requests as start')
    .innerJoin('requests as departure', (join) =>
      join.on((on) =>
        on.or([
          on('departure.subject', '=', sql<string>`cast(start.result_id as text)`),
          on('departure.email', '=', on.ref('start.subject')),
        ]),
      ),
    )
    .select('departure.id')
    .where('start.id', '=', id)
    .where('departure.kind', 'in', leaving)
    .where('departure.ended_at', 'is', null)
    .where('departure.state', '<>', 'awaiting_approval')
    .where((where) =>
      where.or([where('departure.day', 'is', null), where('departure.day', '<=', where.ref('start.day'))]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function departureEnding(
  tx: Handle,
  { id, kind }: Request,
  day: string | null,
  { types, today }: Pick<Presence, 'types' | 'today'>,
): Promise<Departure | undefined> {
  if (day === null || types.of(kind).bounds !== 'start') return undefined;
  const row = await tx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { result_id, subject: email, service, created_at: createdAt } = row;
  const start = { day, createdAt, enteredOn: today(new Date(createdAt)) };
  const departures = await departuresOf(tx, types, { id: result_id, email, service });
  return departures.find((departure) => endsStart(start, departure));
}

/**
 * Applies a completed, moved or cancelled first or last day to related requests: a start on or after the person's
 * last day ends, and resumes when that no longer holds. HR is notified of managers and buddies who leave. Call it in
 * the transaction of the change.
 * @param by a Slack user id
 * @returns the request, updated if its start ended or resumed
 */
export async function followDay(
  tx: Handle,
  request: Request,
  presence: Presence,
  { by, now }: { by: string; now: Date },
): Promise<Request> {
  const { types } = presence;
  const { bounds } = types.of(request.kind);
  if (bounds === undefined) return request;
  const row = await tx
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow();
  const { result_id: id, email, service } = row;
  if (bounds === 'start') {
    const settled = await settleStart(tx, request.id, presence, { by, now });
    await tellOfCompanions(tx, settled ?? request, presence, { by, now });
    return settled ?? request;
  }
  for (const start of await startsOf(tx, types, { id, email, service }))
    await settleStart(tx, start.id, presence, { by, now });
  await tellCompanionOf(tx, row, presence, { by, now });
  return request;
}

/** `may.end` is needed even without a change: the departure may have been deleted since. */
async function settleStart(
  tx: Handle,
  id: string,
  presence: Presence,
  { by, now, may = 'both' }: { by?: string; now: Date; may?: 'both' | 'end' },
): Promise<Request | undefined> {
  const request = await readLocked(tx, presence.types, id);
  const wanted = request?.day ?? request?.endedDay;
  if (!request || !wanted) return undefined;
  const departure = await departureEnding(tx, request, wanted, presence);
  const isEnded = request.day === null;
  if ((departure !== undefined) === isEnded || (isEnded && may === 'end')) return undefined;
  const actor = by ?? departure?.requester ?? request.requester;
  const change = { day: departure ? null : wanted, endedDay: departure ? wanted : null };
  return (await changeDay(tx, request, change, presence, { by: actor, now })).request;
}

/** Notifies HR that the manager or buddy of a start leaves, unless that was shown at its entry. */
async function tellOfCompanions(
  tx: Handle,
  start: Request,
  { types, words }: Presence,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (start.day === null) return;
  const type = types.of(start.kind);
  for (const person of type.concerns?.(start) ?? []) {
    if (!('employee' in person)) continue;
    const [departure] = await departuresOf(tx, types, { id: person.employee, email: null, service: null });
    // Otherwise it was shown to the person who entered the start.
    const isNews = departure && (start.amendments > 0 || departure.endedAt > start.createdAt);
    if (isNews)
      await enqueue(tx, words.companionLeaves(start, { ...departure, employee: person.employee }, by), now);
  }
}

/** Notifies HR of the upcoming starts whose manager or buddy is the person who leaves. */
async function tellCompanionOf(
  tx: Handle,
  departure: RequestRow,
  { types, words, today }: Presence,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const { id, requester, day, result_id: employee, ended_at: endedAt } = departure;
  if (day === null || employee === null) return;
  for (const start of await startsWith(tx, types, employee, today(now)))
    await enqueue(
      tx,
      words.companionLeaves(start, { id, requester, day, endedAt: endedAt ?? '', employee }, by),
      now,
    );
}

const mostStarts = 50;

async function startsWith(
  handle: Handle,
  types: RequestTypes,
  employee: number,
  from: string,
): Promise<Request[]> {
  const kinds = types.bounding('start');
  if (kinds.length === 0) return [];
  const rows = await counting(handle, kinds, null)
    .innerJoin('request_people', 'request_people.request_id', 'requests.id')
    .selectAll('requests')
    .where('request_people.person', '=', personKey({ employee }))
    .where('request_people.day', '>=', from)
    .where('requests.called_off_at', 'is', null)
    .orderBy('request_people.day')
    .limit(mostStarts)
    .execute();
  return rows.flatMap((row) => types.read(row) ?? []);
}

export function createPresence({ db, types, today, transact }: LedgerDatabase, words: Words) {
  return {
    async startsOf(person: PersonAtService): Promise<Request[]> {
      const rows = await startsOf(db, types, person);
      return rows.flatMap((row) => types.read(row) ?? []);
    },
    departureOf: async (employee: number): Promise<Departure | undefined> =>
      (await departuresOf(db, types, { id: employee, email: null, service: null }))[0],
    async around(start: Request): Promise<DeparturesAround> {
      const { bounds, concerns } = types.of(start.kind);
      const row = await db.selectFrom('requests').selectAll().where('id', '=', start.id).executeTakeFirst();
      if (!row || bounds !== 'start') return { own: undefined, isAwaited: false, companions: [] };
      const { result_id: id, subject: email, service, created_at: createdAt } = row;
      const entered = { createdAt, enteredOn: today(new Date(createdAt)) };
      const own = await departuresOf(db, types, { id, email, service });
      const companions: CompanionDeparture[] = [];
      for (const person of concerns?.(start) ?? []) {
        if (!('employee' in person)) continue;
        const { employee } = person;
        const [leaves] = await departuresOf(db, types, { id: employee, email: null, service });
        if (leaves) companions.push({ ...leaves, employee });
      }
      return {
        own: own.find((departure) => isOfStart(entered, departure)),
        isAwaited: await awaitsDeparture(db, start, types),
        companions,
      };
    },
    /** The person is missing from the service, or a departure that would end the start has no outcome yet. */
    isUncertain: async (start: Request): Promise<boolean> =>
      isUncertain(start) || (start.calledOffAt === null && (await awaitsDeparture(db, start, types))),
    startsWith: (employee: number, from: string) => startsWith(db, types, employee, from),
    /** Ends starts after a last day that no transaction has handled, since both requests ended at the same moment. */
    async settleAll(now: Date): Promise<number> {
      const [starting, leaving] = [types.bounding('start'), types.bounding('end')];
      if (starting.length === 0 || leaving.length === 0) return 0;
      const leaves = (isThem: string) =>
        sql<boolean>`exists (select 1 from requests departure
          where ${sql.raw(isThem)} and departure.kind in (${sql.join(leaving)}) and departure.state = 'done'
          and departure.called_off_at is null and departure.day <= requests.day)`;
      const rows = await counting(db, starting, null)
        .select('requests.id')
        .where('requests.day', '>=', today(now))
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
      for (const { id } of rows) {
        const settled = await transact((tx) =>
          settleStart(tx, id, { types, words, today }, { now, may: 'end' }),
        );
        if (settled) count += 1;
      }
      return count;
    },
  };
}
