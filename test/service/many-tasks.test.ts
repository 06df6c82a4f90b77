import { CompiledQuery, type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, type DatabaseKind, openDatabase } from '../../src/database/open.ts';
import { readFullSequences } from '../../src/service/sequences/sequence-templates.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { listTasks, readTaskQuery } from '../../src/service/tasks/list-tasks.ts';
import { recordingDatabase } from '../ledger/recording-database.ts';
import { onEachDatabase } from '../postgres.ts';
import { startTestService } from './start.ts';

const people = 2_000;
const tasksEach = 20;

/** Frequent queries, with their totals. */
const questions: [query: string, total: number][] = [
  ['', people * tasksEach],
  ['assignee=42', tasksEach],
  ['assignee=42&due_by=2030-11-15T00:00:00Z&due_after=2029-01-01T00:00:00Z', tasksEach],
  ['assignee=42&after=2030-10-01T00:00:00.000Z_1', tasksEach],
  ['person=42', tasksEach],
  ['person=42&state=all', tasksEach],
  ['assignee=42&state=all', tasksEach],
  ['unassigned=true', 0],
  ['due_by=2030-10-11T00:00:00Z&due_after=2030-10-10T00:00:00Z', 1_334],
  ['after=2030-10-11T00:00:00.000Z_17', people * tasksEach],
  ['state=done', 0],
  ['assignee=42&limit=3', tasksEach],
  ['ids=1,2,3', 3],
];

onEachDatabase((fresh) => {
  it('finds tasks by an index among tens of thousands of open ones', async () => {
    const service = await startTestService(await fresh());
    await service.stopServer();
    const setup = openDatabase<Tables>(service.database.url);
    await fill(setup);
    await setup.close();
    const asked = new Map<string, CompiledQuery>();
    const database = recordingDatabase<Tables>(service.database.url, (query) => asked.set(query.sql, query));
    for (const [question, total] of questions) {
      asked.clear();
      const query = readTaskQuery(Object.fromEntries(new URLSearchParams(question)));
      expect([question, (await listTasks(database.db, query)).total]).toEqual([question, total]);
      // PostgreSQL reads all tasks to count all of them.
      if (total === people * tasksEach && database.kind === 'postgres') continue;
      for (const each of [...asked.values()])
        expect([question, await slowSteps(database, each)]).toEqual([question, []]);
    }
    asked.clear();
    expect(await readFullSequences(database.db)).toMatchObject([{ in_use: people }]);
    if (database.kind === 'sqlite')
      for (const each of [...asked.values()]) expect(await slowSteps(database, each)).toEqual([]);
    await database.close();
    await service.stop();
  });
});

/** Numbers from one, as a table `n` with a column `i`. */
function numbers(kind: DatabaseKind, count: number) {
  return kind === 'sqlite'
    ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n) as n`
    : sql`generate_series(1, ${sql.lit(count)}) as n(i)`;
}

async function fill({ db, kind }: { db: Kysely<Tables>; kind: DatabaseKind }): Promise<void> {
  await sql`insert into sequences (name, kind) values ('Many', 'onboarding')`.execute(db);
  await sql`insert into sequence_tasks (sequence_id, day, owner, text)
    select 1, i, 'hire', 'Task ' || i from ${numbers(kind, tasksEach)}`.execute(db);
  await sql`insert into people (first_name, last_name, email, role, phone, position, language, message, linkedin,
      facebook, twitter, timezone, start_day, created_at)
    select 'P', 'P', 'p' || i || '@acme.example', 0, '', '', 'en', '', '', '', '', 'UTC', '2030-01-01', ''
    from ${numbers(kind, people)}`.execute(db);
  await sql`insert into timeline_tasks (person_id, sequence_id, task_id, kind, owner, text, due_day, due_at, assignee)
    select person.id, 1, task.id, 'onboarding', 'hire', task.text, '2030-01-01',
      '2030-' || (10 + person.id % 3) || '-' || (10 + task.day % 10) || 'T09:00:00.000Z', person.id
    from people as person cross join sequence_tasks as task where person.id > 1`.execute(db);
  await sql`analyze`.execute(db);
}

/** Plan steps that read or sort all tasks, from the database's own `explain`. */
async function slowSteps({ db, kind }: Database<Tables>, { sql: text, parameters }: CompiledQuery) {
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  const steps = rows.map((row) => Object.values(row as object).at(-1) as string);
  return steps.filter((step) => /^SCAN (timeline_tasks|task)$|Seq Scan on timeline_tasks/.test(step));
}
