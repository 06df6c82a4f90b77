-- made 2026-11-25T19:10:25.029Z
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE people (
  id integer primary key autoincrement,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  role integer not null,
  phone text not null,
  position text not null,
  language text not null,
  message text not null,
  linkedin text not null,
  facebook text not null,
  twitter text not null,
  timezone text not null,
  start_day text not null,
  start_cancelled integer not null default 0,
  termination_date text,
  buddy integer references people (id) on delete set null,
  manager integer references people (id) on delete set null,
  active integer not null default 1,
  created_at text not null
);
CREATE TABLE tokens (
  digest text primary key,
  lookup text not null,
  person_id integer not null references people (id) on delete cascade,
  created_at text not null
);
CREATE TABLE sequences (
  id integer primary key autoincrement,
  name text not null,
  kind text not null,
  version integer not null default 1,
  archived integer not null default 0
);
CREATE TABLE sequence_tasks (
  id integer primary key autoincrement,
  sequence_id integer not null references sequences (id) on delete cascade,
  day integer not null,
  owner text not null,
  text text not null,
  person_id integer references people (id) on delete set null,
  added_in integer not null default 1,
  retired_in integer
);
CREATE TABLE assignments (
  person_id integer not null references people (id) on delete cascade,
  sequence_id integer not null references sequences (id) on delete cascade,
  assigned_at text not null,
  version integer not null default 1,
  primary key (person_id, sequence_id)
);
CREATE TABLE timeline_tasks (
  id integer primary key autoincrement,
  person_id integer not null references people (id) on delete cascade,
  sequence_id integer not null references sequences (id) on delete cascade,
  task_id integer not null references sequence_tasks (id) on delete cascade,
  kind text not null,
  owner text not null,
  text text not null,
  due_day text not null,
  due_at text not null,
  done_at text,
  version integer not null default 1,
  assignee integer references people (id) on delete set null,
  passed_to integer references people (id) on delete set null,
  done_by integer references people (id) on delete set null,
  postponed_from text,
  note text,
  unique (person_id, task_id)
);
CREATE TABLE cancelled_tasks (
  person_id integer not null references people (id) on delete cascade,
  task_id integer not null references sequence_tasks (id) on delete cascade,
  passed_to integer references people (id) on delete set null,
  primary key (person_id, task_id)
);
CREATE TABLE offboardings (
  person_id integer primary key references people (id) on delete cascade,
  termination_date text not null,
  sequences text not null,
  requested_at text not null,
  filled_at text
);
CREATE TABLE idempotency_keys (
  digest text primary key,
  fingerprint text not null,
  created_at text not null
);
CREATE TABLE idempotency_answers (
  digest text primary key references idempotency_keys (digest) on delete cascade,
  person_id integer references people (id) on delete cascade,
  status integer not null,
  body text
);
CREATE TABLE list_versions (
  list text primary key,
  version integer not null
);
insert into "kysely_migration" values ('001-service', '2026-11-25T19:10:23.808Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "people" values (1, 'Ines', 'Duarte', 'ines.duarte@acme.example', 1, '', '', 'en', '', '', '', '', 'UTC', '2026-11-25', 0, null, null, null, 1, '2026-11-25T19:10:23.841Z');
insert into "people" values (2, 'Marcus', 'Oyelaran', 'marcus.oyelaran@acme.example', 2, '', '', 'en', '', '', '', '', 'UTC', '2026-11-25', 0, null, null, null, 1, '2026-11-25T19:10:23.848Z');
insert into "people" values (3, 'Sofia', 'Lindqvist', 'sofia.lindqvist@acme.example', 3, '', '', 'en', '', '', '', '', 'UTC', '2026-11-25', 0, '2999-02-01', null, null, 1, '2026-11-25T19:10:23.852Z');
insert into "people" values (4, 'Frontdesk', 'Bot', 'frontdesk@bot.invalid', 1, '', '', 'en', '', '', '', '', 'UTC', '2026-11-25', 0, null, null, null, 1, '2026-11-25T19:10:24.126Z');
insert into "people" values (5, 'Jane', 'Doe', 'jane@acme.example', 0, '', '', 'en', '', '', '', '', 'Europe/London', '2999-01-01', 0, null, 3, 2, 1, '2026-11-25T19:10:24.699Z');
insert into "sequences" values (1, 'First days', 'onboarding', 1, 0);
insert into "sequence_tasks" values (1, 1, -2, 'manager', 'Prepare a desk', null, 1, null);
insert into "sequence_tasks" values (2, 1, 1, 'hire', 'Meet your team', null, 1, null);
insert into "assignments" values (5, 1, '2026-11-25T19:10:24.699Z', 1);
insert into "timeline_tasks" values (1, 5, 1, 1, 'onboarding', 'manager', 'Prepare a desk', '2998-12-30', '2998-12-30T09:00:00.000Z', null, 1, 2, null, null, null, null);
insert into "timeline_tasks" values (2, 5, 1, 2, 'onboarding', 'hire', 'Meet your team', '2999-01-02', '2999-01-02T09:00:00.000Z', null, 1, 5, null, null, null, null);
insert into "offboardings" values (3, '2999-02-01', '[]', '2026-11-25T19:10:24.795Z', '2026-11-25T19:10:24.806Z');
insert into "idempotency_keys" values ('03d002c1ac7cc2874c9fe77ce2b4e2ca8b2c8f1801e2c8bb854532a2267fa6b8', '5bfd92dfcbdeb0c3ec2bf185dcc925bc84837c578ecf9c27bac3ca2aab7cc1e8', '2026-11-25T19:10:24.699Z');
insert into "idempotency_keys" values ('18fd47a27dde7d326bf77a00a3ac90a9a1dff699c1439c4b99d1c990c9a3e9b4', '0a191fee63497fdc083e299c013fa71fffa0a9da1f2f6ff597be04f7f43aea75', '2026-11-25T19:10:24.796Z');
insert into "idempotency_answers" values ('03d002c1ac7cc2874c9fe77ce2b4e2ca8b2c8f1801e2c8bb854532a2267fa6b8', 5, 201, '{"id":5,"first_name":"Jane","last_name":"Doe","start_day":"2999-01-01","role":0,"email":"jane@acme.example","buddy":3,"manager":2,"timezone":"Europe/London","phone":"","position":"","message":"","linkedin":"","facebook":"","twitter":"","language":"en","sequences":[1]}');
insert into "idempotency_answers" values ('18fd47a27dde7d326bf77a00a3ac90a9a1dff699c1439c4b99d1c990c9a3e9b4', 3, 200, null);
insert into "list_versions" values ('employees', 6);
insert into "list_versions" values ('sequences', 2);
insert into "list_versions" values ('removals', 1);
insert into "list_versions" values ('tokens', 3);
insert into "list_versions" values ('people_edits', 1);
insert into "list_versions" values ('sequence_edits', 1);
delete from sqlite_sequence;
insert into "sqlite_sequence" values ('people', 5);
insert into "sqlite_sequence" values ('sequences', 1);
insert into "sqlite_sequence" values ('sequence_tasks', 2);
insert into "sqlite_sequence" values ('timeline_tasks', 2);
CREATE INDEX people_buddy on people (buddy);
CREATE INDEX people_manager on people (manager);
CREATE INDEX tokens_lookup on tokens (lookup);
CREATE INDEX tokens_person_id on tokens (person_id);
CREATE INDEX sequence_tasks_sequence_id on sequence_tasks (sequence_id);
CREATE INDEX timeline_tasks_open_of on timeline_tasks
  (coalesce(passed_to, assignee), due_at, id) where done_at is null;
CREATE INDEX timeline_tasks_open on timeline_tasks
  (due_at, id, sequence_id, person_id) where done_at is null;
CREATE INDEX timeline_tasks_done_of on timeline_tasks
  (coalesce(passed_to, assignee), due_at, id) where done_at is not null;
CREATE INDEX timeline_tasks_done on timeline_tasks
  (due_at, id, sequence_id, person_id) where done_at is not null;
CREATE INDEX offboardings_to_fill on offboardings (requested_at) where filled_at is null;
CREATE INDEX idempotency_keys_created_at on idempotency_keys (created_at);
CREATE INDEX idempotency_answers_person_id on idempotency_answers (person_id);
