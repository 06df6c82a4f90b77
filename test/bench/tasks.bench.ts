import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openDatabase, openMigrated } from '../../src/database/open.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { addDays, type Day, dayIn, instantOf } from '../../src/time/dates.ts';
import { type Cleanup, seeded } from '../journeys/office.ts';
import { startChild } from '../service/child.ts';
import { type GrownOffice, startGrownOffice } from './grown-office.ts';
import { inTurns, ratio, within } from './in-turns.ts';
import { fillHires } from './many-hires.ts';
import { type OnOne, onEach } from './on-each.ts';
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

async function taskService(databaseUrl: string, { people, isEmpty = false }: ManyTasks, cleanup: Cleanup) {
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

const isShort = process.argv[3] === 'short';
const people = isShort ? 500 : 10_000;
const rounds = isShort ? { count: 5, warmUp: 1 } : { count: 40, warmUp: 5 };
const hires = 10;
/** Longer than a result may be shared with another viewer, in milliseconds. */
const pause = 11_000;
const settled = 300;
/** Interval of the checks for due tasks. */
const minutesBetween = 5;
const aMinute = 60_000;
const aQuarter = 16 * aMinute;

export async function bench(print: (line: string) => void): Promise<void> {
  await onEach(print, manyBesideNone);
}

async function manyBesideNone({ url, another, cleanup }: OnOne): Promise<string[]> {
  const service = await taskService(await another(), { people }, cleanup);
  const none = await taskService(await another(), { people: hires, isEmpty: true }, cleanup);
  const day = addDays(dayIn('UTC', new Date()), 90);
  const fill = (office: string) => fillHires(office, { count: hires, day, zone: 'UTC' }, { isDue: false });
  const offices = {
    own: await startGrownOffice(url, fill, cleanup, { service }),
    floor: await startGrownOffice(await another(), fill, cleanup, { service: none }),
  };
  const lines = await pages(offices);
  await offices.floor.stop();
  return [...lines, ...(await oneMorning(url, offices.own, service.bringForward))];
}

async function pages(offices: Record<'own' | 'floor', GrownOffice>): Promise<string[]> {
  for (const office of Object.values(offices)) await office.openHome();
  const stalls: number[] = [];
  const shown = await inTurns(offices, rounds, async (office) => {
    await goOn(office, pause);
    const all = await office.openHome();
    const details = await office.openDetails();
    const own = await office.openManagersHome();
    const stall = await office.stall();
    if (office === offices.own) stalls.push(stall);
    return { all, details, own };
  });
  return [
    ratio('App Home of HR', shown.all, 1.3),
    ratio('App Home of a manager', shown.own, 1.3),
    ratio('the page about a hire with their tasks', shown.details, 1.3),
    within('longest stall in all of these', Math.max(...stalls), 25, 'ms'),
  ];
}

/** Advances the clock and lets other due work finish before measuring. */
async function goOn(office: GrownOffice, ms: number): Promise<void> {
  await office.later(ms);
  await sleep(settled);
  await office.stall();
}

async function oneMorning(
  url: string,
  office: GrownOffice,
  bringForward: () => Promise<number>,
): Promise<string[]> {
  // Opened pages are no longer refreshed.
  await office.later(aQuarter);
  await sleep(isShort ? 1_000 : 5_000);
  const due = await bringForward();
  const first = await untilLooked(office, () => untilWrittenDown(url, due));
  const again = await untilLooked(office, () => sleep(isShort ? 1_000 : 5_000));
  return [
    within(`writing ${due.toLocaleString('en')} tasks of a day down, CPU`, first.cpu, 2, 's'),
    within('longest stall meanwhile', first.stall, 20, 'ms'),
    within('looking again, CPU', again.cpu, 1, 's'),
    within('longest stall meanwhile', again.stall, 20, 'ms'),
  ];
}

async function untilLooked(office: GrownOffice, looked: () => Promise<void>) {
  for (let minute = 1; minute < minutesBetween; minute += 1) await goOn(office, aMinute);
  const before = await office.cpu();
  await office.later(aMinute + settled);
  await looked();
  return { cpu: ((await office.cpu()) - before) / 1_000, stall: await office.stall() };
}

async function untilWrittenDown(url: string, due: number): Promise<void> {
  const database = await openMigrated<BotTables>(url, migrations);
  const written = database.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('name', '=', 'task.due');
  while (Number((await written.executeTakeFirstOrThrow()).count) < due) await sleep(50);
  await database.close();
}
