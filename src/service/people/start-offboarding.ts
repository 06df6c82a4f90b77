import { sql } from 'kysely';
import type { z } from 'zod';
import { jsonRows } from '../../database/json-rows.ts';
import type { Clock } from '../../time/clock.ts';
import { type Effect, type Keyed, keyedWrites, type RepeatKey } from '../idempotency.ts';
import { Refusal } from '../refusal.ts';
import { findSequences } from '../sequences/sequence-templates.ts';
import { type Db, isId, type OffboardingRow, type Queries } from '../storage/tables.ts';
import { dropOpenTasks } from '../timeline/timeline-tasks.ts';
import { messages } from '../validation/messages.ts';
import { offboardingFields, type ValidatedFields, validateFields } from '../validation/request-fields.ts';
import { administrator, findPeople } from './find-people.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

type SentOffboarding = ValidatedFields<typeof offboardingFields> & Keyed;

/**
 * Sets the last day, drops the open onboarding tasks, and marks the timeline to be filled in the background
 * (specification 2.5). A repeat changes nothing; another date or other sequences replace the earlier ones.
 */
export function offboardingStarter(db: Db, clock: Clock) {
  const write = keyedWrites(db, clock, async (queries, sent: SentOffboarding[], now) => {
    const refusals = await refusalsOf(queries, sent, now);
    const valid = sent.filter((offboarding) => !refusals.has(offboarding));
    return new Map<SentOffboarding, Effect | Refusal>([
      ...refusals,
      ...(await storeValid(queries, valid, now)),
    ]);
  });
  return async (body: unknown, key: RepeatKey | null): Promise<Effect> =>
    write({ ...validateFields(offboardingFields, body), key });
}

/** Refusals 400 of those with wrong fields, with all of them. */
async function refusalsOf(queries: Queries, sent: readonly SentOffboarding[], now: Date) {
  const people = sent.map(({ values }) => values.user);
  const roles = await findPeople(queries, people);
  const assigned = sent.flatMap(({ values }) => values.sequences ?? []);
  const sequences = await findSequences(queries, assigned);
  const refusals = new Map<SentOffboarding, Refusal>();
  for (const offboarding of sent) {
    const { user, termination_date: day, sequences: ids = [] } = offboarding.values;
    const problem = { ...offboarding.problem };
    if (day !== undefined && day < now.toISOString().slice(0, 10))
      problem.termination_date = [messages.pastDay];
    const role = user === undefined ? undefined : roles.get(user);
    // Administrators aren't offboarded, as in released deployments.
    if (user !== undefined && (role === undefined || role === administrator))
      problem.user = [messages.unknownId(user)];
    if (!(await mayBeGiven(queries, sequences(ids), user))) problem.sequences = [messages.badSequences];
    if (Object.keys(problem).length > 0) refusals.set(offboarding, new Refusal(400, problem));
  }
  return refusals;
}

type Found = ReturnType<Awaited<ReturnType<typeof findSequences>>>;

/**
 * An archived sequence isn't assigned to anyone new, but an offboarding that has it can be sent again to move
 * its date.
 */
async function mayBeGiven(queries: Queries, sequences: Found, user?: number): Promise<boolean> {
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

async function storeValid(queries: Queries, valid: readonly SentOffboarding[], now: Date) {
  const wanted = valid.map(({ values }) => {
    const { user: person_id, termination_date, sequences = [] } = values as Offboarding;
    const requested_at = now.toISOString();
    return {
      person_id,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at,
      filled_at: null,
    };
  });
  // Sorted to avoid deadlocks. If two processes still wait for each other's people, the database reports it, and each
  // item is stored again on its own (see `keyedWrites`). The last of several for one person in a batch counts.
  const rows = [...new Map(wanted.map((row) => [row.person_id, row])).values()].sort(
    (a, b) => a.person_id - b.person_id,
  );
  if (rows.length > 0) {
    await setLastDays(queries, rows);
    const leavers = rows.map(({ person_id }) => person_id);
    await dropOpenTasks(queries, leavers, 'onboarding');
    await storeRows(queries, rows);
  }
  return valid.map((offboarding): [SentOffboarding, Effect] => [
    offboarding,
    { personId: offboarding.values.user ?? null, status: 200, body: null },
  ]);
}

async function setLastDays(queries: Queries, rows: readonly OffboardingRow[]): Promise<void> {
  const days = rows.map(({ person_id, termination_date }) => ({ person_id, termination_date }));
  await sql`update people set termination_date = last.termination_date
    from (${jsonRows(queries, days).select}) as last
    where people.id = last.person_id`.execute(queries);
}

/** A repeat changes nothing; another date or other sequences replace the earlier ones. */
async function storeRows(queries: Queries, rows: OffboardingRow[]): Promise<void> {
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
