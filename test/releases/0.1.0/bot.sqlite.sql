-- made 2026-11-25T19:10:25.024Z
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE requests (
  id text primary key,
  kind text not null,
  subject text not null,
  submission text not null,
  requester text not null,
  payload text not null,
  context text not null,
  state text not null,
  attempts integer not null,
  baseline integer,
  outcome_unknown_at text,
  question text,
  cancel_by text,
  awaits_view integer not null,
  last_error text,
  outcome text,
  result_id integer,
  service text,
  idempotency_key text,
  key_sent_at text,
  key_promised_by text,
  due_at text not null,
  lease_holder text,
  lease_until text,
  created_at text not null,
  ended_at text,
  revision integer not null default 0,
  forgotten_at text,
  dismissed_at text,
  set_aside_at text,
  day text,
  amendments integer not null default 0,
  called_off_at text,
  ended_day text,
  email text,
  missing_since text,
  kept_by text,
  planned_by text,
  restored_at text,
  proposal text
);
CREATE TABLE request_names (
  word text  not null,
  request_id text not null,
  primary key (word, request_id)
);
CREATE TABLE request_people (
  person text not null,
  day text not null,
  request_id text not null,
  primary key (person, day, request_id)
);
CREATE TABLE request_mutes (
  request_id text not null,
  reader text not null,
  tasks integer not null default 0,
  primary key (request_id, reader)
);
CREATE TABLE approvals (
  request_id text primary key,
  lapses_at text not null,
  decision text,
  decided_by text
);
CREATE TABLE approval_notes (
  id integer primary key autoincrement,
  request_id text not null,
  at text not null,
  actor text not null,
  what text not null,
  text text not null
);
CREATE TABLE messages (
  id integer primary key autoincrement,
  key text not null unique,
  metadata_id text not null,
  request_id text references requests (id),
  purpose text not null,
  recipient text not null,
  name text not null,
  about text not null,
  state text not null,
  doubtful integer not null,
  attempts integer not null,
  target text,
  awaited integer not null default 0,
  planned integer not null default 0,
  lane text,
  topic text,
  blocked_by text,
  created_at text not null,
  scheduled_for text,
  due_at text not null,
  lease_holder text,
  lease_until text,
  channel text,
  ts text,
  unique (request_id, purpose)
);
CREATE TABLE lanes (name text primary key, free_at text not null);
CREATE TABLE blocked_channels (
  channel text not null,
  code text not null,
  told_at text not null,
  primary key (channel, code)
);
CREATE TABLE circuit_breaker (
  id integer primary key,
  code text,
  since text,
  probe_at text,
  probes integer not null,
  told integer not null
);
CREATE TABLE audit_events (
  id integer primary key autoincrement,
  request_id text not null references requests (id),
  at text not null,
  actor text not null,
  what text not null,
  detail text
);
CREATE TABLE audit_changes (
  id integer primary key autoincrement,
  at text not null,
  actor text not null,
  kind text not null,
  what text not null,
  detail text
);
CREATE TABLE elsewhere_marks (
  service text primary key,
  highest_id integer not null,
  version integer not null,
  waiting text not null,
  lower_since text
);
CREATE TABLE list_sizes (
  service text primary key,
  people integer not null,
  shorter_since text
);
CREATE TABLE connection (
  id integer primary key,
  url text not null,
  sealed_token text not null,
  key_id text not null,
  set_by text not null,
  set_at text not null
);
CREATE TABLE settings (
  name text primary key,
  value text not null,
  set_by text not null,
  set_at text not null
);
CREATE TABLE drafts (
  id text primary key,
  owner text not null,
  title text not null,
  content text not null,
  saved_at text not null,
  entered_at text,
  saved_by text,
  root_view text
);
CREATE TABLE templates (
  id text primary key,
  name text not null,
  content text not null,
  version integer not null,
  set_by text not null,
  set_at text not null
);
CREATE TABLE sequence_kinds (
  service text not null,
  sequence_id integer not null,
  name text not null,
  kind text not null,
  set_by text not null,
  set_at text not null,
  seen_at text,
  primary key (service, sequence_id)
);
CREATE TABLE access_changes (
  subject text primary key,
  version text not null,
  changed_at text not null
);
CREATE TABLE homes (
  user_id text primary key,
  team_id text not null,
  shows text not null,
  version text not null,
  opened_at text not null
);
CREATE TABLE setup_marks (
  subject text not null,
  mark text not null,
  set_by text not null,
  set_at text not null,
  primary key (subject, mark)
);
CREATE TABLE checkups (
  id integer primary key,
  due_at text not null,
  failing text not null
);
CREATE TABLE people_imports (
  id text primary key,
  started_by text not null,
  started_at text not null,
  ended_at text,
  added integer not null,
  changed integer not null,
  unchanged integer not null,
  unknown integer not null,
  remaining integer not null
);
CREATE TABLE slack_people (
  user_id text primary key,
  since text not null,
  state text not null,
  email text not null,
  digest text not null,
  changed_at text not null,
  told_at text
);
CREATE TABLE people_rounds (
  id text primary key,
  baseline text not null,
  done_at text not null,
  lease_until text not null
);
CREATE TABLE task_passes (
  service text not null,
  task integer not null,
  employee integer not null,
  by_user text not null,
  by_hr integer not null,
  at text not null,
  primary key (service, task, employee)
);
CREATE TABLE task_watches (
  service text primary key,
  since text not null,
  highest integer not null
);
insert into "kysely_migration" values ('001-bot', '2026-11-25T19:10:24.070Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "requests" values ('R-EH2ZF9AE', 'newhire', 'jane@acme.example', 'F-XE36EDWE', 'U0INES', '{"first_name":"Jane","last_name":"Doe","email":"jane@acme.example","role":0,"start_day":"2999-01-01","buddy":3,"manager":2,"timezone":"Europe/London","sequences":[1]}', '{"personName":"Jane Doe","sequenceNames":["First days"],"managerName":"Marcus Oyelaran","managerEmail":"marcus.oyelaran@acme.example","buddyName":"Sofia Lindqvist","buddyEmail":"sofia.lindqvist@acme.example","viewId":"V0000000001"}', 'done', 1, 4, null, null, null, 0, null, '{"kind":"done","resultId":5,"confirmed":true}', 5, 'http://127.0.0.1:41217', 'R-EH2ZF9AE-2ae9cca7-52bf-4eb0-860b-a1fe00f9d474', '2026-11-25T19:10:24.689Z', '76739f38d9595848592c759572ef7df25db1e832dcb7517eb2bd8800d8f3a760', '2026-11-25T19:10:24.675Z', null, null, '2026-11-25T19:10:24.675Z', '2026-11-25T19:10:24.713Z', 0, null, null, null, '2999-01-01', 0, null, null, null, null, null, 'AdyZNnACacvcDC6rOVOt2Qr8LR__PcqVrBwkRB-f_i4', null, null);
insert into "requests" values ('R-4K4W5HRK', 'offboarding', '3', 'F-9HAQKH2Y', 'U0MARCUS', '{"user":3,"termination_date":"2999-02-01","sequences":[]}', '{"personName":"Sofia Lindqvist","sequenceNames":[],"viewId":"V0000000003","personEmail":"sofia.lindqvist@acme.example"}', 'done', 1, 4, null, null, null, 0, null, '{"kind":"done","resultId":3,"confirmed":true}', 3, 'http://127.0.0.1:41217', 'R-4K4W5HRK-a81cee8b-a9e8-432a-9df2-4192e0b8a096', '2026-11-25T19:10:24.777Z', '8a93d1cc204af7e47168d515bbc4f6a33a245b649ede6bd22390825a6578c5c3', '2026-11-25T19:10:24.777Z', null, null, '2026-11-25T19:10:24.777Z', '2026-11-25T19:10:24.809Z', 0, null, null, null, '2999-02-01', 0, null, null, 'sofia.lindqvist@acme.example', null, null, 'AdyZNnACacvcDC6rOVOt2Qr8LR__PcqVrBwkRB-f_i4', null, null);
insert into "requests" values ('R-KNR7XEPA', 'newhire', 'pia@acme.example', 'F-ERJACNVX', 'U0INES', '{"first_name":"Pia","last_name":"Waits","email":"pia@acme.example","role":0,"start_day":"2999-01-02"}', '{"personName":"Pia Waits","sequenceNames":[],"viewId":"V0000000006"}', 'pending', 1, null, null, null, null, 1, 'Refused', null, null, null, 'R-KNR7XEPA-ba710548-ff97-413f-846c-02ac7e333994', null, null, '2026-11-25T19:10:24.955Z', null, null, '2026-11-25T19:10:24.919Z', null, 0, null, null, null, '2999-01-02', 0, null, null, null, null, null, null, null, null);
insert into "request_names" values ('jane', 'R-EH2ZF9AE');
insert into "request_names" values ('doe', 'R-EH2ZF9AE');
insert into "request_names" values ('sofia', 'R-4K4W5HRK');
insert into "request_names" values ('lindqvist', 'R-4K4W5HRK');
insert into "request_names" values ('pia', 'R-KNR7XEPA');
insert into "request_names" values ('waits', 'R-KNR7XEPA');
insert into "request_people" values ('user:U0INES', '2999-01-01', 'R-EH2ZF9AE');
insert into "request_people" values ('employee:2', '2999-01-01', 'R-EH2ZF9AE');
insert into "request_people" values ('employee:3', '2999-01-01', 'R-EH2ZF9AE');
insert into "request_people" values ('email:marcus.oyelaran@acme.example', '2999-01-01', 'R-EH2ZF9AE');
insert into "request_people" values ('email:sofia.lindqvist@acme.example', '2999-01-01', 'R-EH2ZF9AE');
insert into "request_people" values ('user:U0MARCUS', '2999-02-01', 'R-4K4W5HRK');
insert into "messages" values (1, 'digest of 2026-11-30 for HR', 'oWfuXhZZbCFwl1W0yg2p9K4ElGcQUoiG', null, 'digest of 2026-11-30 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-11-30"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.349Z', '2026-11-30T09:00:00.000Z', '2026-11-30T09:00:00.000Z', null, null, null, null);
insert into "messages" values (2, 'digest of 2026-12-07 for HR', '3ofuolADolSZF97Nwsvmbl_chbgdON7m', null, 'digest of 2026-12-07 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-07"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.349Z', '2026-12-07T09:00:00.000Z', '2026-12-07T09:00:00.000Z', null, null, null, null);
insert into "messages" values (3, 'digest of 2026-12-14 for HR', 'wXWdoi88e1UgKjsbwxp6L83KG_-yAy7a', null, 'digest of 2026-12-14 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-14"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.349Z', '2026-12-14T09:00:00.000Z', '2026-12-14T09:00:00.000Z', null, null, null, null);
insert into "messages" values (4, 'digest of 2026-12-21 for HR', 'JSbh9P8oX4hGzKnmRLshXH5a6NG7BDZa', null, 'digest of 2026-12-21 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-21"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.349Z', '2026-12-21T09:00:00.000Z', '2026-12-21T09:00:00.000Z', null, null, null, null);
insert into "messages" values (5, 'R-EH2ZF9AE:requester', 'nv0A1i0GMfKjTl9ASWw_LHC4u_G0qcoS', 'R-EH2ZF9AE', 'requester', '{"channel":"U0INES"}', 'newhire.outcome', '{}', 'sent', 0, 1, null, 0, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.892Z', null, null, 'D0INES', '1795633824.910000');
insert into "messages" values (6, 'R-EH2ZF9AE:headline:C0NEWHIRES', 'OgH_7CO0jgqJG0h31ZrdGQgeYA4KZJMF', 'R-EH2ZF9AE', 'headline:C0NEWHIRES', '{"channel":"C0NEWHIRES"}', 'newhire.headline', '{}', 'sent', 0, 1, null, 0, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.713Z', null, null, 'C0NEWHIRES', '1795633824.818000');
insert into "messages" values (7, 'R-EH2ZF9AE:manager', '2amutKJ3P0ioYLh8UQhISxsZI6abG5hO', 'R-EH2ZF9AE', 'manager', '{"employee":2}', 'newhire.companion', '{"as":"manager"}', 'sent', 0, 1, 'U0MARCUS', 1, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.713Z', null, null, 'D0MARCUS', '1795633824.829000');
insert into "messages" values (8, 'R-EH2ZF9AE:buddy', 'MEkjpLzQPK8ely5QjvtJ27IqHaFk8pWC', 'R-EH2ZF9AE', 'buddy', '{"employee":3}', 'newhire.companion', '{"as":"buddy"}', 'sent', 0, 1, 'U0SOFIA', 1, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.713Z', null, null, 'D0SOFIA', '1795633824.883000');
insert into "messages" values (9, 'R-EH2ZF9AE:calendar:manager', 'iRIHHX5JTvitXw0owjD5d-Gnn8G3RGp8', 'R-EH2ZF9AE', 'calendar:manager', '{"employee":2}', 'calendar.entry', '{"count":0,"day":"2999-01-01"}', 'sent', 0, 1, 'U0MARCUS', 0, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.713Z', null, null, 'D0MARCUS', '');
insert into "messages" values (10, 'R-EH2ZF9AE:calendar:buddy', 'tZv687i-pefbyah3VxexEmyhd0S_ZhYH', 'R-EH2ZF9AE', 'calendar:buddy', '{"employee":3}', 'calendar.entry', '{"count":0,"day":"2999-01-01"}', 'sent', 0, 1, 'U0SOFIA', 0, 0, null, null, null, '2026-11-25T19:10:24.713Z', null, '2026-11-25T19:10:24.713Z', null, null, 'D0SOFIA', '');
insert into "messages" values (11, 'R-EH2ZF9AE:plan:before-5:manager:2999-01-01', 'Bmy7KVBoG8uvf8JPqSigjbTY0yhM31ye', 'R-EH2ZF9AE', 'plan:before-5:manager:2999-01-01', '{"employee":2}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-25T09:00:00.000Z","until":"2998-12-31T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', null, null, null, null);
insert into "messages" values (12, 'R-EH2ZF9AE:plan:before-5:buddy:2999-01-01', 'Emut6XMJlGjq7DSfxermTE2_5qqX_se7', 'R-EH2ZF9AE', 'plan:before-5:buddy:2999-01-01', '{"employee":3}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-25T09:00:00.000Z","until":"2998-12-31T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', null, null, null, null);
insert into "messages" values (13, 'R-EH2ZF9AE:plan:before-1:manager:2999-01-01', 'Wcc0gyUi4QpGQFXqWV7EgoRrcpF-WLhL', 'R-EH2ZF9AE', 'plan:before-1:manager:2999-01-01', '{"employee":2}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-31T09:00:00.000Z","until":"2999-01-01T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2998-12-31T09:00:00.000Z', '2998-12-31T09:00:00.000Z', null, null, null, null);
insert into "messages" values (14, 'R-EH2ZF9AE:plan:before-1:buddy:2999-01-01', 'u04E4whHy6IyVqPIXJ0Rus31_XUT_3bb', 'R-EH2ZF9AE', 'plan:before-1:buddy:2999-01-01', '{"employee":3}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-31T09:00:00.000Z","until":"2999-01-01T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2998-12-31T09:00:00.000Z', '2998-12-31T09:00:00.000Z', null, null, null, null);
insert into "messages" values (15, 'R-EH2ZF9AE:plan:day:C0NEWHIRES:2999-01-01', 'FSbLZaqCNTwi-yjeO9q5PLRw2aXYOFpE', 'R-EH2ZF9AE', 'plan:day:C0NEWHIRES:2999-01-01', '{"channel":"C0NEWHIRES"}', 'newhire.day', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, 'C0NEWHIRES', null, null, '2026-11-25T19:10:24.713Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (16, 'R-EH2ZF9AE:plan:day:manager:2999-01-01', 'nhSpQywC8U1DDJu_m8dbDJWIa3Y18R48', 'R-EH2ZF9AE', 'plan:day:manager:2999-01-01', '{"employee":2}', 'newhire.day-with-you', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (17, 'R-EH2ZF9AE:plan:day:buddy:2999-01-01', 'LkZrsRkzvaiEIB2ZMv015fAatDFl4oAN', 'R-EH2ZF9AE', 'plan:day:buddy:2999-01-01', '{"employee":3}', 'newhire.day-with-you', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (18, 'R-EH2ZF9AE:plan:week:manager:2999-01-01', 'RODTNv1oo_7maXmB88CdqiI7EA-Zyz69', 'R-EH2ZF9AE', 'plan:week:manager:2999-01-01', '{"employee":2}', 'newhire.week', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-08T09:00:00.000Z","until":"2999-01-13T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.713Z', '2999-01-08T09:00:00.000Z', '2999-01-08T09:00:00.000Z', null, null, null, null);
insert into "messages" values (19, 'R-EH2ZF9AE:plan:headline-soon:C0NEWHIRES:2999-01-01', 'VQ6qM79X5Cgp34n_z8r7bnOf1c_sCeH3', 'R-EH2ZF9AE', 'plan:headline-soon:C0NEWHIRES:2999-01-01', '{"inPlaceOf":"headline:C0NEWHIRES"}', 'newhire.headline-update', '{"zone":"Europe/London","soonFrom":"2998-12-25"}', 'pending', 0, 0, null, 0, 1, 'chat.update', null, null, '2026-11-25T19:10:24.713Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', null, null, null, null);
insert into "messages" values (20, 'R-EH2ZF9AE:plan:headline-started:C0NEWHIRES:2999-01-01', '_C1bkEDvtcfjFmzFbIgzY3f9uUSGXCtn', 'R-EH2ZF9AE', 'plan:headline-started:C0NEWHIRES:2999-01-01', '{"inPlaceOf":"headline:C0NEWHIRES"}', 'newhire.headline-update', '{"zone":"Europe/London","soonFrom":"2998-12-25"}', 'pending', 0, 0, null, 0, 1, 'chat.update', null, null, '2026-11-25T19:10:24.713Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (21, 'R-4K4W5HRK:requester', 'lQytyAwhBVj2Iy_pz2dLH54425FCd-av', 'R-4K4W5HRK', 'requester', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.outcome', '{}', 'sent', 0, 1, null, 0, 0, null, null, null, '2026-11-25T19:10:24.809Z', null, '2026-11-25T19:10:24.809Z', null, null, 'D0MARCUS', '1795633824.973000');
insert into "messages" values (22, 'R-4K4W5HRK:private', '4rhrt6ICTKMCsN0yAUP3PIZ0i6Cu6Mmy', 'R-4K4W5HRK', 'private', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.started', '{}', 'sent', 0, 1, 'C0PEOPLEOPS', 0, 0, null, null, null, '2026-11-25T19:10:24.809Z', null, '2026-11-25T19:10:24.809Z', null, null, 'C0PEOPLEOPS', '1795633825.003000');
insert into "messages" values (23, 'R-4K4W5HRK:calendar:requester', 'FD0MjBHFb_IJMXIvhI_zcwFjajO5wvuR', 'R-4K4W5HRK', 'calendar:requester', '{"channel":"U0MARCUS","confidential":true}', 'calendar.entry', '{"count":0,"day":"2999-02-01"}', 'pending', 0, 0, null, 0, 0, null, null, null, '2026-11-25T19:10:24.809Z', null, '2026-11-25T19:10:24.809Z', null, null, null, null);
insert into "messages" values (24, 'R-4K4W5HRK:plan:before-5:requester:2999-02-01', 'NIj8ed3n0ffwRX9fBeoeSYcb0IqQSDDF', 'R-4K4W5HRK', 'plan:before-5:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-25T09:00:00.000Z","until":"2999-01-31T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-01-25T09:00:00.000Z', '2999-01-25T09:00:00.000Z', null, null, null, null);
insert into "messages" values (25, 'R-4K4W5HRK:plan:before-5:private:2999-02-01', '8nA6_LG8q5KI4TZreukf3qBWkTTl5gsJ', 'R-4K4W5HRK', 'plan:before-5:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-25T09:00:00.000Z","until":"2999-01-31T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-01-25T09:00:00.000Z', '2999-01-25T09:00:00.000Z', null, null, null, null);
insert into "messages" values (26, 'R-4K4W5HRK:plan:before-1:requester:2999-02-01', 'tGqq3bZV45oJ5ajPQfG-8FltbsA16u6P', 'R-4K4W5HRK', 'plan:before-1:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-31T09:00:00.000Z","until":"2999-02-01T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-01-31T09:00:00.000Z', '2999-01-31T09:00:00.000Z', null, null, null, null);
insert into "messages" values (27, 'R-4K4W5HRK:plan:before-1:private:2999-02-01', 'BTLIv14Gy20Tmw40U4j5MVQUebaISIpB', 'R-4K4W5HRK', 'plan:before-1:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-31T09:00:00.000Z","until":"2999-02-01T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-01-31T09:00:00.000Z', '2999-01-31T09:00:00.000Z', null, null, null, null);
insert into "messages" values (28, 'R-4K4W5HRK:plan:day:requester:2999-02-01', 'm084Xy227U8COXOiT1v0aZqpLdhkmMF5', 'R-4K4W5HRK', 'plan:day:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.day', '{"day":"2999-02-01","zone":"UTC","due":"2999-02-01T09:00:00.000Z","until":"2999-02-02T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-02-01T09:00:00.000Z', '2999-02-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (29, 'R-4K4W5HRK:plan:day:private:2999-02-01', 'p5mdTqxj2kxPqlE_X9aDeXEOiMJI-dvx', 'R-4K4W5HRK', 'plan:day:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.day', '{"day":"2999-02-01","zone":"UTC","due":"2999-02-01T09:00:00.000Z","until":"2999-02-02T00:00:00.000Z"}', 'pending', 0, 0, null, 0, 1, null, null, null, '2026-11-25T19:10:24.809Z', '2999-02-01T09:00:00.000Z', '2999-02-01T09:00:00.000Z', null, null, null, null);
insert into "messages" values (30, 'draft in V0000000004', 'f9lffdZSMwEismvtiTS8i66yzX1tk9iF', null, 'draft in V0000000004', '{"channel":"U0INES"}', 'newhire.draft', '{"draft":"F-E8VTT992","form":"F-E8VTT992"}', 'pending', 0, 0, null, 0, 0, null, 'draft F-E8VTT992', null, '2026-11-25T19:10:24.894Z', '2026-11-25T19:10:26.385Z', '2026-11-25T19:10:26.385Z', null, null, null, null);
insert into "messages" values (31, 'outage 2026-11-25T19:10:24.949Z', 'B_GIkDT3Xmq-89jIbyzk-TM62yhDoHUN', null, 'outage 2026-11-25T19:10:24.949Z', '{"hr":true}', 'outage', '{"code":"token"}', 'pending', 0, 0, null, 0, 0, null, null, null, '2026-11-25T19:10:24.949Z', null, '2026-11-25T19:10:24.949Z', null, null, null, null);
insert into "circuit_breaker" values (1, 'token', '2026-11-25T19:10:24.949Z', '2026-11-25T19:10:26.685Z', 0, 1);
insert into "audit_events" values (1, 'R-EH2ZF9AE', '2026-11-25T19:10:24.675Z', 'U0INES', 'accepted', '{"role":"New hire"}');
insert into "audit_events" values (2, 'R-EH2ZF9AE', '2026-11-25T19:10:24.689Z', 'frontdesk', 'delivering', null);
insert into "audit_events" values (3, 'R-EH2ZF9AE', '2026-11-25T19:10:24.713Z', 'frontdesk', 'done', '{"kind":"done","resultId":5,"confirmed":true,"role":"New hire"}');
insert into "audit_events" values (4, 'R-4K4W5HRK', '2026-11-25T19:10:24.777Z', 'U0MARCUS', 'accepted', null);
insert into "audit_events" values (5, 'R-4K4W5HRK', '2026-11-25T19:10:24.777Z', 'frontdesk', 'delivering', null);
insert into "audit_events" values (6, 'R-4K4W5HRK', '2026-11-25T19:10:24.809Z', 'frontdesk', 'done', '{"kind":"done","resultId":3,"confirmed":true}');
insert into "audit_events" values (7, 'R-KNR7XEPA', '2026-11-25T19:10:24.919Z', 'U0INES', 'accepted', '{"role":"New hire"}');
insert into "audit_events" values (8, 'R-KNR7XEPA', '2026-11-25T19:10:24.919Z', 'frontdesk', 'delivering', null);
insert into "audit_events" values (9, 'R-KNR7XEPA', '2026-11-25T19:10:24.955Z', 'frontdesk', 'postponed', '{"state":"pending","error":"Refused","until":"2026-11-25T19:10:24.955Z"}');
insert into "audit_changes" values (1, '2026-11-25T19:10:24.134Z', 'frontdesk', 'connection', 'connection changed', '{"url":{"before":null,"after":"http://127.0.0.1:41217"}}');
insert into "audit_changes" values (2, '2026-11-25T19:10:24.139Z', 'environment', 'access', 'access changed', '{"hr":{"before":null,"after":["U0INES","U0GRACE"]},"managers":{"before":null,"after":["U0MARCUS","U0LEILA"]}}');
insert into "audit_changes" values (3, '2026-11-25T19:10:24.139Z', 'environment', 'settings', 'settings changed', '{"channels":{"before":null,"after":["C0NEWHIRES"]},"privateChannel":{"before":null,"after":"C0PEOPLEOPS"}}');
insert into "elsewhere_marks" values ('http://127.0.0.1:41217', 4, 1, '[]', null);
insert into "list_sizes" values ('http://127.0.0.1:41217', 4, null);
insert into "connection" values (1, 'http://127.0.0.1:41217', 'ci6EABwM+FcCbzeeiGfLssZOahogAcAi4L9a6g1lEbA/U9lZtc2nHoV1HovLBiaKTuiyF2MlBqeNOKr8RBryt9nQx8M=', '939967e1df984ac0', 'frontdesk', '2026-11-25T19:10:24.134Z');
insert into "drafts" values ('F-E8VTT992', 'U0INES', 'Nora Draft', '{"first_name":"Nora","last_name":"Draft","email":"nora@acme.example","start_day":"2999-03-01","sequences":[],"role":"0"}', '2026-11-25T19:10:24.857Z', '1795633824.847000', null, 'V0000000004');
insert into "checkups" values (1, '2026-11-26T09:00:00.000Z', '[]');
insert into "task_watches" values ('13ZojLvjrb54', '2026-11-25T19:10:24.600Z', 0);
delete from sqlite_sequence;
insert into "sqlite_sequence" values ('audit_changes', 3);
insert into "sqlite_sequence" values ('messages', 31);
insert into "sqlite_sequence" values ('audit_events', 9);
CREATE UNIQUE INDEX requests_submission on requests (submission)
  where state not in ('rejected', 'cancelled');
CREATE UNIQUE INDEX requests_subject on requests (kind, subject)
  where ended_at is null and state <> 'proposed';
CREATE UNIQUE INDEX requests_proposal on requests (proposal) where proposal is not null;
CREATE INDEX requests_proposed on requests (kind, subject) where state = 'proposed';
CREATE INDEX requests_open on requests (created_at, id)
  where ended_at is null and state <> 'proposed';
CREATE INDEX requests_leased on requests (lease_until) where lease_until is not null;
CREATE INDEX requests_aside on requests (id) where set_aside_at is not null;
CREATE INDEX requests_created on requests (created_at);
CREATE INDEX requests_requester on requests (requester, created_at);
CREATE INDEX requests_listed on requests (created_at, id)
  where ended_at is not null and forgotten_at is null;
CREATE INDEX requests_kept on requests (ended_at) where ended_at is not null and forgotten_at is null;
CREATE INDEX requests_forgotten on requests (ended_at) where forgotten_at is not null;
CREATE INDEX requests_done on requests (subject) where state = 'done';
CREATE INDEX requests_employee on requests (result_id) where state = 'done';
CREATE INDEX requests_revision on requests (kind, subject, revision) where state = 'done';
CREATE INDEX requests_timeline on requests (day, id) where state = 'done';
CREATE INDEX requests_email on requests (email) where email is not null;
CREATE INDEX request_names_request on request_names (request_id);
CREATE INDEX request_people_request on request_people (request_id);
CREATE INDEX approvals_open on approvals (lapses_at) where decision is null;
CREATE INDEX approval_notes_request on approval_notes (request_id);
CREATE INDEX messages_at_once on messages (id)
  where state in ('pending', 'sending') and planned = 0;
CREATE INDEX messages_planned on messages (due_at, id)
  where state in ('pending', 'sending') and planned = 1;
CREATE INDEX messages_tried on messages (due_at)
  where state in ('pending', 'sending') and planned = 1 and attempts > 0;
CREATE INDEX messages_leased on messages (lease_until) where lease_until is not null;
CREATE INDEX messages_blocked on messages (id) where blocked_by is not null;
CREATE INDEX messages_aside on messages (id) where state = 'unreadable';
CREATE INDEX messages_asked on messages (id)
  where state = 'sent' and substr(purpose, 1, 10) = 'undecided ';
CREATE INDEX messages_apart on messages (created_at) where request_id is null;
CREATE INDEX messages_topic on messages (topic) where topic is not null;
CREATE INDEX audit_events_request on audit_events (request_id);
CREATE INDEX drafts_owner on drafts (owner, saved_at);
CREATE INDEX homes_opened on homes (opened_at);
CREATE INDEX slack_people_state on slack_people (state, told_at, changed_at);
