import type { z } from 'zod';
import type { Clock } from '../../time/clock.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import type { Effect } from '../idempotency/stored-responses.ts';
import { Refusal, refuseIfAny } from '../refusal.ts';
import type { Template, TemplateLookup } from '../sequences/sequence-templates.ts';
import { groupCommit } from '../storage/group-commit.ts';
import type { Versions } from '../storage/list-versions.ts';
import { type Db, isId, type Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import { offboardingFields } from '../validation/request-fields.ts';
import { validateFields } from '../validation/validate-fields.ts';
import { administrator, findPeople } from './find-people.ts';
import { type KeyedOffboarding, storeOffboardings } from './store-offboardings.ts';

type Offboarding = z.output<z.ZodObject<typeof offboardingFields>>;

/**
 * Starts an offboarding (specification 2.5): sets the last day, drops the open onboarding tasks, and marks the
 * timeline to be filled. All of that is stored when this returns; filling follows in the background (see
 * `timeline-worker.ts`). A repeat changes nothing; another date or other sequences replace the earlier ones. Throws a
 * Refusal 400 with all wrong fields; AlreadyDone when a request with the same key was first.
 */
export type StartOffboarding = (body: unknown, versions: Versions, key: RepeatKey | null) => Promise<Effect>;

/** Returns the function that starts offboardings in one database. */
export function offboardingStarter(db: Db, clock: Clock, findTemplates: TemplateLookup): StartOffboarding {
  const store = groupCommit((all: KeyedOffboarding[]) => storeOffboardings(db, clock.now(), all));
  return async (body, versions, key) => {
    const templatesOf = (ids: number[]) => findTemplates(ids, versions);
    const { user, termination_date, sequences = [] } = await check(db, clock.now(), templatesOf, body);
    const row = {
      person_id: user,
      termination_date,
      sequences: JSON.stringify(sequences),
      requested_at: clock.now().toISOString(),
      filled_at: null,
    };
    const stored = await store({ row, key });
    if (stored === null) throw new Refusal(400, { user: [messages.unknownId(user)] });
    if (stored === 'repeated') throw new AlreadyDone();
    return stored;
  };
}

async function check(
  queries: Queries,
  now: Date,
  templatesOf: (ids: number[]) => Promise<Template[] | null>,
  body: unknown,
): Promise<Offboarding> {
  const { values, problem } = validateFields(offboardingFields, body);
  const { user, termination_date: day, sequences = [] } = values;
  if (day !== undefined && day < now.toISOString().slice(0, 10))
    problem.termination_date = [messages.pastDay];
  if (user !== undefined && !(await mayBeOffboarded(queries, user)))
    problem.user = [messages.unknownId(user)];
  if (!(await mayBeGiven(queries, await templatesOf(sequences), user)))
    problem.sequences = [messages.badSequences];
  refuseIfAny(problem);
  return values as Offboarding;
}

/**
 * An archived sequence isn't assigned to anyone new, but an offboarding that has it can be sent again to move its
 * date.
 */
async function mayBeGiven(queries: Queries, templates: Template[] | null, user?: number): Promise<boolean> {
  if (!templates?.every(({ kind }) => kind === 'offboarding')) return false;
  const archived = templates.filter(({ isArchived }) => isArchived);
  if (archived.length === 0) return true;
  const before = user === undefined || !isId(user) ? undefined : await offboardingOf(queries, user);
  const given: number[] = JSON.parse(before?.sequences ?? '[]');
  return archived.every(({ id }) => given.includes(id));
}

function offboardingOf(queries: Queries, person: number) {
  return queries
    .selectFrom('offboardings')
    .select('sequences')
    .where('person_id', '=', person)
    .executeTakeFirst();
}

/** The API doesn't offboard administrators, as in released deployments. */
async function mayBeOffboarded(queries: Queries, id: number): Promise<boolean> {
  const role = (await findPeople(queries, [id])).get(id);
  return role !== undefined && role !== administrator;
}
