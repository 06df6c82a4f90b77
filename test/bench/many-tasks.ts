import { sql } from 'kysely';
import { openDatabase } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { addDays, type Day, dayIn, instantOf } from '../../src/time/dates.ts';
import { type Cleanup, seeded } from '../journeys/office.ts';
import { startChild } from '../service/child.ts';
import { addPeople, personRow } from './people.ts';

type Db = ReturnType<typeof openDatabase<Tables>>['db'];

const owners = ['hire', 'manager', 'buddy', 'hire', 'manager', 'hire', 'hr'] as const;
const each = 20;
const days = Array.from({ length: each }, (_, index) => (index < 2 ? index - 5 : index + 8));
const span = 20;

interface ManyTasks {
  people: number;
  isEmpty?: boolean;
}

export async function taskService(
  databaseUrl: string,
  { people, isEmpty = false }: ManyTasks,
  cleanup: Cleanup,
) {
  const { token } = await seeded(databaseUrl);
  const { db, close } = openDatabase<Tables>(databaseUrl);
  cleanup.later(close);
  await addTeams(db, people);
  if (!isEmpty) await addTasks(db);
  const service = await startChild('service-process.ts', databaseUrl);
  cleanup.later(service.stop);
  return { url: service.url, token, bringForward: () => bringForward(db) };
}

async function addTeams(db: Db, count: number): Promise<void> {
  await addPeople(db, count, { timezone: 'UTC' });
  const idOf = async (email: string) =>
    (await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [first, marcus] = [await idOf(personRow(0).email), await idOf('marcus.oyelaran@acme.example')];
  // The first ones report to the manager whose pages are measured.
  await sql`update people set buddy = id - 1,
    manager = case when id < ${first + span} then ${marcus} else id - id % ${span} end
    where id >= ${first}`.execute(db);
}

async function addTasks(db: Db): Promise<void> {
  const sequence = await db
    .insertInto('sequences')
    .values({ name: 'Many things', kind: 'onboarding' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const today = dayIn('UTC', new Date());
  for (const [index, day] of days.entries()) {
    const owner = owners[index % owners.length] ?? 'hire';
    const text = `Thing no. ${index} that has to be done`;
    const task = await db
      .insertInto('sequence_tasks')
      .values({ sequence_id: sequence.id, day, owner, text })
      .returning('id')
      .executeTakeFirstOrThrow();
    await assign(db, {
      sequence_id: sequence.id,
      task_id: task.id,
      owner,
      text,
      ...dueOn(addDays(today, day)),
    });
  }
}

interface Placed {
  sequence_id: number;
  task_id: number;
  owner: (typeof owners)[number];
  text: string;
  due_day: string;
  due_at: string;
}

function dueOn(day: Day) {
  return { due_day: day, due_at: instantOf(day, '09:00', 'UTC').toISOString() };
}

/** Assigns a task to everybody. */
async function assign(db: Db, { sequence_id, task_id, owner, text, due_day, due_at }: Placed): Promise<void> {
  const assignee = owner === 'hr' ? sql`null` : sql.ref(owner === 'hire' ? 'id' : owner);
  await sql`insert into timeline_tasks
    (person_id, sequence_id, task_id, kind, owner, text, due_day, due_at, assignee)
    select id, cast(${sequence_id} as integer), cast(${task_id} as integer), 'onboarding', cast(${owner} as text),
      cast(${text} as text), cast(${due_day} as text), cast(${due_at} as text), ${assignee} from people`.execute(
    db,
  );
}

/**
 * Makes one task per person due tomorrow.
 * @returns the number of those tasks
 */
async function bringForward(db: Db): Promise<number> {
  const { task_id } = await db
    .selectFrom('timeline_tasks')
    .select('task_id')
    .where('owner', '=', 'hire')
    .orderBy('task_id', 'desc')
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await db
    .updateTable('timeline_tasks')
    .set(dueOn(addDays(dayIn('UTC', new Date()), 1)))
    .where('task_id', '=', task_id)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
