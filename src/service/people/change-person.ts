import type { z } from 'zod';
import { SequenceKind } from '../../contract/sequence.ts';
import type { Clock } from '../../time/clock.ts';
import { refuseIfAny } from '../refusal.ts';
import type { Db, Queries } from '../storage/tables.ts';
import { bringTasksBack, dropOpenTasks, handOver, moveToStart } from '../timeline/timeline-tasks.ts';
import * as fields from '../validation/field-types.ts';
import { validateFields } from '../validation/request-fields.ts';
import { findPeople, unknownPeople } from './find-people.ts';

export const personChangeFields = {
  user: fields.personId(),
  start_day: fields.day().optional(),
  manager: fields.personIdOrNobody().optional(),
  buddy: fields.personIdOrNobody().optional(),
  drop_open: fields.choice(SequenceKind.options).optional(),
};

type PersonChange = z.output<z.ZodObject<typeof personChangeFields>>;

export function personChanger(db: Db, clock: Clock) {
  return (body: unknown) =>
    db.transaction().execute(async (transaction) => {
      const change = await check(transaction, body);
      const person = await store(transaction, change);
      if (change.start_day !== undefined) await moveToStart(transaction, person, clock.now());
      await handOver(transaction, person);
      if (change.drop_open !== undefined) await callOff(transaction, change.user, change.drop_open);
      const { id, start_day, termination_date } = person;
      if (person.start_cancelled === 0 && termination_date === null)
        await bringTasksBack(transaction, person, clock.now());
      return { user: id, start_day, termination_date };
    });
}

async function check(queries: Queries, body: unknown): Promise<PersonChange> {
  const { values, problem } = validateFields(personChangeFields, body);
  const { user, manager, buddy } = values;
  const known = await findPeople(queries, [user, manager, buddy]);
  refuseIfAny({ ...problem, ...unknownPeople(known, { user, manager, buddy }) });
  return values as PersonChange;
}

/** Writes the person first: its lock makes other changes of the same person wait. */
function store(queries: Queries, { user, start_day, manager, buddy, drop_open }: PersonChange) {
  const startCancelled = drop_open === 'onboarding' ? 1 : start_day === undefined ? undefined : 0;
  return queries
    .updateTable('people')
    .set((row) => ({
      start_cancelled: startCancelled ?? row.ref('start_cancelled'),
      start_day: start_day ?? row.ref('start_day'),
      ...(manager !== undefined && { manager }),
      ...(buddy !== undefined && { buddy }),
      termination_date: drop_open === 'offboarding' ? null : row.ref('termination_date'),
    }))
    .where('id', '=', user)
    .returning(['id', 'timezone', 'start_day', 'termination_date', 'start_cancelled', 'manager', 'buddy'])
    .executeTakeFirstOrThrow();
}

/**
 * An offboarding is deleted too, so that it isn't filled later and can be started again; its sequences are
 * then assigned as they are at that time.
 */
async function callOff(queries: Queries, person: number, kind: SequenceKind): Promise<void> {
  if (kind === 'offboarding')
    await queries.deleteFrom('offboardings').where('person_id', '=', person).execute();
  await dropOpenTasks(queries, [person], kind);
}
