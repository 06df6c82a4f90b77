import { sql } from 'kysely';
import { personKey } from '../lists/found-by.ts';
import { isNewest } from '../lists/newest.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { isDone } from '../tables/conditions.ts';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { RequestRow } from '../tables/schema.ts';
import type { Handle } from '../tables/write.ts';
import { changeDay } from './change-day.ts';
import type { Words } from './ledger-words.ts';
import { isUncertain } from './missing.ts';
import type { CompanionDeparture, Departure, DeparturesAround, Request } from './request.ts';
import { type RequestTypes, readLocked } from './request-types.ts';

/** A person as requests know them: by the id at a service, or by the address. */
interface PersonAtService {
  id: number | null;
  /** In lower case. */
  email: string | null;
  /** The service's address. */
  service: string | null;
}

/** A start as departures bear on it. */
interface Start {
  day: string;
  /** When it was entered, as ISO 8601, and which day that was. */
  createdAt: string;
  enteredOn: string;
}

/**
 * Whether a departure is from this employment, not from an earlier one: people come back, and addresses are given again.
 * It was carried out after the start was entered, or the last day was still ahead then.
 */
function isOfStart({ createdAt, enteredOn }: Omit<Start, 'day'>, { day, endedAt }: LastDay): boolean {
  return day >= enteredOn || endedAt > createdAt;
}

type LastDay = Pick<Departure, 'day' | 'endedAt'>;

/** Whether a last day ends a start: the person leaves on or before the start day. */
export function endsStart(start: Start, departure: LastDay): boolean {
  return departure.day <= start.day && isOfStart(start, departure);
}

/** What the changes of days need. */
interface Presence {
  types: RequestTypes;
  words: Words;
  /** Which day it is for the organization at an instant. */
  today: (now: Date) => string;
}

/** The requests that count of the kinds whose day is a person's first or last one. */
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

/** The starts of a person, ended ones included. */
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

/** The departures of a person that count, the earliest first. */
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

/**
 * Whether a departure was handed in that would end a start, and nobody knows yet whether it was carried out. One that
 * has to be approved first does not count before it is.
 */
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

/** The departure that ends a start on a day; undefined where the start stands. */
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
 * Brings everything in step with a first or last day that was carried out, moved or called off: a start on or after the
 * person's last day ends, and stands again once that isn't so. HR learns of managers and buddies who leave.
 * In the transaction of the change.
 * @param by a Slack user id
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

/**
 * Ends a start that the person's last day comes before, or brings it back.
 * @param may `end` alone where nothing was changed just now: the departure may not be kept any more
 * @returns the start where it was changed
 */
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

/** HR learns of a manager or buddy who leaves, of starts that were entered before that was known. */
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
    // Whoever entered or moved the start after that was shown it.
    const isNews = departure && (start.amendments > 0 || departure.endedAt > start.createdAt);
    if (isNews)
      await enqueue(tx, words.companionLeaves(start, { ...departure, employee: person.employee }, by), now);
  }
}

/** The same of somebody whose departure was carried out or moved: of every start that they are there for. */
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

/** How many are told of at most: nobody is there for more. */
const mostStarts = 50;

/** The starts ahead for which an employee is there as manager or buddy, in the order of their days. */
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

/** What is looked up about who is there, and until when. */
export function createPresence({ db, types, today, transact }: LedgerDatabase, words: Words) {
  return {
    /** The starts of a person that lie ahead of a day, ended ones included. */
    async startsOf(person: PersonAtService): Promise<Request[]> {
      const rows = await startsOf(db, types, person);
      return rows.flatMap((row) => types.read(row) ?? []);
    },
    /** The departure of an employee that counts; undefined where they stay. */
    departureOf: async (employee: number): Promise<Departure | undefined> =>
      (await departuresOf(db, types, { id: employee, email: null, service: null }))[0],
    /** The departures that bear on a start: the person's own, and those of whoever is there for them. */
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
    /**
     * Whether nobody can say at present that a start stands: the person is missing at the service, or it is not known
     * whether their offboarding was carried out.
     */
    isUncertain: async (start: Request): Promise<boolean> =>
      isUncertain(start) || (start.calledOffAt === null && (await awaitsDeparture(db, start, types))),
    /** The starts from a day on for which an employee is there. */
    startsWith: (employee: number, from: string) => startsWith(db, types, employee, from),
    /**
     * Ends starts that a last day comes before, where no transaction saw both: they ended at the same moment, or an
     * earlier version wrote them. @returns how many
     */
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
        // Two look-ups, each by an index of its own.
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
