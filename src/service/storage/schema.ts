import { type DatabaseKind, type Migrations, sqlMigration } from '../../database/open.ts';
import { createTables } from '../../database/table.ts';
import { tables } from './tables.ts';

export function migrationsFor(kind: DatabaseKind): Migrations {
  return {
    '001-service': sqlMigration(createTables(tables, kind) + indexes),
    '002-done-tasks': sqlMigration(doneTasks),
  };
}

const doneTasks = `
create index if not exists timeline_tasks_finished on timeline_tasks (done_at) where done_at is not null;
`;

const indexes = `
create index if not exists people_buddy on people (buddy);
create index if not exists people_manager on people (manager);
create index if not exists tokens_lookup on tokens (lookup);
create index if not exists tokens_person_id on tokens (person_id);
create index if not exists sequence_tasks_sequence_id on sequence_tasks (sequence_id);
-- Somebody's, or everybody's, in the order in which they are due.
create index if not exists timeline_tasks_open_of on timeline_tasks
  (coalesce(passed_to, assignee), due_at, id) where done_at is null;
create index if not exists timeline_tasks_open on timeline_tasks
  (due_at, id, sequence_id, person_id) where done_at is null;
create index if not exists timeline_tasks_done_of on timeline_tasks
  (coalesce(passed_to, assignee), due_at, id) where done_at is not null;
create index if not exists timeline_tasks_done on timeline_tasks
  (due_at, id, sequence_id, person_id) where done_at is not null;
create index if not exists offboardings_to_fill on offboardings (requested_at) where filled_at is null;
create index if not exists idempotency_keys_created_at on idempotency_keys (created_at);
create index if not exists idempotency_answers_person_id on idempotency_answers (person_id);
insert into list_versions (list, version) values
  ('employees', 1), ('sequences', 1), ('people_edits', 1), ('sequence_edits', 1)
  on conflict do nothing;
`;
