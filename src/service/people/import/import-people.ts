import type { PeopleImported } from '../../../contract/additions/people.ts';
import type { Clock } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import { refuseIfAny } from '../../refusal.ts';
import { markChanged } from '../../storage/list-versions.ts';
import type { Queries, Storage } from '../../storage/tables.ts';
import { moveToZones } from '../../timeline/move-tasks.ts';
import { validateFields } from '../../validation/validate-fields.ts';
import type { Organization } from '../create-user.ts';
import { compare, type Plan } from './compare-people.ts';
import { type Imported, importFields, problemOfAddresses } from './import-fields.ts';
import { insertImported, updateImported } from './store-people.ts';

/** Adds or changes people, all or none. Repeating it changes nothing. */
type ImportPeople = (people: readonly Imported[], options: { dryRun: boolean }) => Promise<PeopleImported>;

/** Validates an import's body and carries it out. @throws Refusal 400 with all wrong entries */
export async function importFrom(body: unknown, importPeople: ImportPeople): Promise<PeopleImported> {
  const { values, problem } = validateFields(importFields, body);
  refuseIfAny({ ...problemOfAddresses(values.people ?? []), ...problem });
  return importPeople(values.people ?? [], { dryRun: values.dry_run ?? true });
}

/** Returns the function that imports people into one database. */
export function peopleImporter(
  { db, kind }: Storage,
  clock: Clock,
  organization: Organization,
): ImportPeople {
  async function store(queries: Queries, plan: Plan): Promise<PeopleImported> {
    const { language, timezone } = organization;
    const now = clock.now();
    const start_day = dayIn(timezone, now);
    const defaults = { language, timezone, start_day, created_at: now.toISOString() };
    const ids = await insertImported(queries, kind, plan.added, defaults);
    await updateImported(queries, kind, plan.changed);
    await moveToZones(
      queries,
      kind,
      plan.changed.filter(({ fields }) => fields.includes('timezone')),
    );
    const shown = plan.changed.some(({ fields }) => fields.some((field) => field.endsWith('_name')));
    if (shown) await markChanged(queries, 'people_edits');
    return answer(plan, ids);
  }

  return (people, { dryRun }) => {
    if (dryRun) return compare(db, people).then((plan) => answer(plan, new Map()));
    return db.transaction().execute(async (transaction) => {
      // Makes others that add people wait, so that people missing now are missing until these are stored.
      await markChanged(transaction, 'employees');
      return store(transaction, await compare(transaction, people, kind));
    });
  };
}

function answer({ added, changed, unchanged }: Plan, ids: ReadonlyMap<string, number>): PeopleImported {
  return {
    added: added.map(({ email }) => ({ id: ids.get(email) ?? null, email })),
    changed: changed.map(({ row: { id, email }, fields }) => ({ id, email, fields })),
    unchanged,
  };
}
