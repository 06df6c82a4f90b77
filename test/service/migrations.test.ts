import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { FullSequences } from '../../src/contract/additions/sequences.ts';
import { TaskPage } from '../../src/contract/additions/tasks.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { migrationsFor } from '../../src/service/storage/migrations.ts';
import type { Tables } from '../../src/service/storage/tables.ts';
import { onEachDatabase } from '../postgres.ts';
import { startTestService } from './start.ts';

/** What the tables held before sequences could be changed. */
const before = [
  ...['manager', 'buddy', 'hire'].map(
    (
      name,
      at,
    ) => `insert into people (first_name, last_name, email, role, phone, position, language, message, linkedin,
      facebook, twitter, timezone, start_day, buddy, manager, created_at) values ('Jo', 'Ek', '${name}@acme.example', 0, '', '',
      'en', '', '', '', '', 'UTC', '2030-04-01', ${at === 2 ? '2, 1' : 'null, null'}, '')`,
  ),
  `insert into sequences (name, kind) values ('In', 'onboarding')`,
  ...['hire', 'manager', 'buddy', 'hr'].flatMap((owner, at) => [
    `insert into sequence_tasks (sequence_id, day, owner, text) values (1, ${at}, '${owner}', 'For ${owner}')`,
    `insert into timeline_tasks (person_id, sequence_id, task_id, kind, owner, text, due_day, due_at, done_at)
      values (3, 1, ${at + 1}, 'onboarding', '${owner}', 'For ${owner}', '2030-04-0${at + 1}',
      '2030-04-0${at + 1}T09:00:00.000Z', ${owner === 'buddy' ? `'2030-04-03T10:00:00.000Z'` : 'null'})`,
  ]),
  `insert into assignments (person_id, sequence_id, assigned_at) values (3, 1, '')`,
  `insert into idempotency_keys (digest, fingerprint, created_at) values ('d', 'f', '2030-04-01')`,
  `insert into idempotency_answers (digest, person_id, status, body) values ('d', 3, 201, '{}')`,
];

onEachDatabase((fresh) => {
  it('keeps what is planned when the tables are brought up to date, and knows whose it is', async () => {
    const database = await fresh();
    const { db, kind, close } = openDatabase<Tables>(database.url);
    const first = Object.entries(migrationsFor(kind)).slice(0, 5);
    await migrate(db, Object.fromEntries(first));
    for (const statement of before) await sql.raw(statement).execute(db);
    const service = await startTestService(database);
    const { tasks } = TaskPage.parse(
      await (await service.call('/api/frontdesk/tasks/?person=3&state=all')).json(),
    );
    expect(tasks.map(({ text, assignee, version }) => [text, assignee, version])).toEqual([
      ['For hire', 3, 1],
      ['For manager', 1, 1],
      ['For buddy', 2, 1],
      ['For hr', null, 1],
    ]);
    const all = FullSequences.parse(await (await service.call('/api/frontdesk/sequences/')).json());
    expect(all).toMatchObject([{ version: 1, archived: false, in_use: 1 }]);
    expect(await db.selectFrom('idempotency_answers').selectAll().execute()).toEqual([
      { digest: 'd', person_id: 3, status: 201, body: '{}' },
    ]);
    // Keys still go, and people take theirs with them.
    await service.operator.removeUser('hire@acme.example');
    expect(await db.selectFrom('idempotency_answers').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('timeline_tasks').selectAll().execute()).toEqual([]);
    await close();
    await service.stop();
  });
});
