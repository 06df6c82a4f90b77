import { sql } from 'kysely';
import type { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { Clock } from '../../time/clock.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { type Effect, type Keyed, keyedWrites } from '../idempotency/stored-responses.ts';
import { Refusal, refuseIfAny } from '../refusal.ts';
import { findSequences } from '../sequences/sequence-templates.ts';
import { type Db, isId, type OffboardingRow, type Queries } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import { offboardingFields, validateFields } from '../validation/request-fields.ts';
import { administrator, findPeople } from './find-people.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

/**
 * Sets the last day, drops the open onboarding tasks, and marks the timeline to be filled in the background
 * (specification 2.5). A repeat changes nothing; another date or other sequences replace the earlier ones.
 */
export function offboardingStarter(db: Db, clock: Clock) {
  const store = keyedWrites(db, clock, storeAll);
  return async (body: unknown, key: RepeatKey | null): Promise<Effect> => {
    const { user, termination_date, sequences = [] } = await check(db, clock.now(), body);
    const row = {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: clock.now().toISOString(),
      filled_at: null,
    };
    return store({ row, key });
  };
}

async function check(queries: Queries, now: Date, body: unknown): Promise<Offboarding> {
  const { values, problem } = validateFields(offboardingFields, body);
  const { user, termination_date: day, sequences = [] } = values;
  if (day !== undefined && day < now.toISOString().slice(0, 10))
    problem.termination_date = [messages.pastDay];
  const role = user === undefined ? undefined : (await findPeople(queries, [user])).get(user);
  // Administrators aren't offboarded, as in released deployments.
  if (user !== undefined && (role === undefined || role === administrator))
    problem.user = [messages.unknownId(user)];
  if (!(await mayBeGiven(queries, sequences, user))) problem.sequences = [messages.badSequences];
  refuseIfAny(problem);
  return values as Offboarding;
}

/**
 * An archived sequence isn't assigned to anyone new, but an offboarding that has it can be sent again to move
 * its date.
 */
async function mayBeGiven(queries: Queries, ids: number[], user?: number): Promise<boolean> {
  const sequences = await findSequences(queries, ids);
  if (!sequences?.every(({ kind }) => kind === 'offboarding')) return false;
  const archived = sequences.filter((sequence) => sequence.archived === 1);
  if (archived.length === 0) return true;
  if (user === undefined || !isId(user)) return false;
  const before = await queries
    .selectFrom('offboardings')
    .select('sequences')
    .where('person_id', '=', user)
    .executeTakeFirst();
  const given: number[] = JSON.parse(before?.sequences ?? '[]');
  return archived.every(({ id }) => given.includes(id));
}

interface KeyedOffboarding extends Keyed {
  row: OffboardingRow;
}

/** Stores offboardings. Refused: those of people who don't exist. */
async function storeAll(queries: Queries, offboardings: KeyedOffboarding[]) {
  // Sorted to avoid deadlocks. If two processes still wait for each other's people, the database reports it, and each
  // item is stored again on its own (see `groupCommit`).
  const ordered = offboardings.toSorted((a, b) => a.row.person_id - b.row.person_id);
  // The last of several for one person in a batch counts.
  const rows = [...new Map(ordered.map(({ row }) => [row.person_id, row])).values()];
  const there = await setLastDays(queries, rows);
  await dropOpenTasks(queries, [...there], 'onboarding');
  await storeRows(
    queries,
    rows.filter((row) => there.has(row.person_id)),
  );
  return new Map(
    offboardings.map((one): [KeyedOffboarding, Effect | Refusal] => {
      const { person_id: personId } = one.row;
      if (!there.has(personId)) return [one, new Refusal(400, { user: [messages.unknownId(personId)] })];
      return [one, { personId, status: 200, body: null }];
    }),
  );
}

async function setLastDays(queries: Queries, rows: readonly OffboardingRow[]): Promise<Set<number>> {
  const days = rows.map(({ person_id, termination_date }) => ({ person_id, termination_date }));
  const updated = await sql<{ id: number }>`update people set termination_date = last.termination_date
    from (${jsonRows(queries, days).select}) as last
    where people.id = last.person_id returning people.id`.execute(queries);
  return new Set(updated.rows.map(({ id }) => id));
}

/** A repeat changes nothing; another date or other sequences replace the earlier ones. */
async function storeRows(queries: Queries, rows: OffboardingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await queries
    .insertInto('offboardings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet((row) => ({
          termination_date: row.ref('excluded.termination_date'),
          sequences: row.ref('excluded.sequences'),
          requested_at: row.ref('excluded.requested_at'),
          filled_at: row.ref('excluded.filled_at'),
        }))
        .where((stored) =>
          stored.or([
            stored('offboardings.termination_date', '!=', stored.ref('excluded.termination_date')),
            stored('offboardings.sequences', '!=', stored.ref('excluded.sequences')),
          ]),
        ),
    )
    .execute();
}
