-- made 2026-11-25T19:10:26.983Z
CREATE TABLE public.access_changes (
    subject text NOT NULL,
    version text NOT NULL,
    changed_at text NOT NULL
);
CREATE TABLE public.approval_notes (
    id integer NOT NULL,
    request_id text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    what text NOT NULL,
    text text NOT NULL
);
CREATE SEQUENCE public.approval_notes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.approval_notes_id_seq OWNED BY public.approval_notes.id;
CREATE TABLE public.approvals (
    request_id text NOT NULL,
    lapses_at text NOT NULL,
    decision text,
    decided_by text
);
CREATE TABLE public.audit_changes (
    id integer NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    kind text NOT NULL,
    what text NOT NULL,
    detail text
);
CREATE SEQUENCE public.audit_changes_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_changes_id_seq OWNED BY public.audit_changes.id;
CREATE TABLE public.audit_events (
    id integer NOT NULL,
    request_id text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    what text NOT NULL,
    detail text
);
CREATE SEQUENCE public.audit_events_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.audit_events_id_seq OWNED BY public.audit_events.id;
CREATE TABLE public.blocked_channels (
    channel text NOT NULL,
    code text NOT NULL,
    told_at text NOT NULL
);
CREATE TABLE public.checkups (
    id integer NOT NULL,
    due_at text NOT NULL,
    failing text NOT NULL
);
CREATE TABLE public.circuit_breaker (
    id integer NOT NULL,
    code text,
    since text,
    probe_at text,
    probes integer NOT NULL,
    told integer NOT NULL
);
CREATE TABLE public.connection (
    id integer NOT NULL,
    url text NOT NULL,
    sealed_token text NOT NULL,
    key_id text NOT NULL,
    set_by text NOT NULL,
    set_at text NOT NULL
);
CREATE TABLE public.drafts (
    id text NOT NULL,
    owner text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    saved_at text NOT NULL,
    entered_at text,
    saved_by text,
    root_view text
);
CREATE TABLE public.elsewhere_marks (
    service text NOT NULL,
    highest_id integer NOT NULL,
    version integer NOT NULL,
    waiting text NOT NULL,
    lower_since text
);
CREATE TABLE public.homes (
    user_id text NOT NULL,
    team_id text NOT NULL,
    shows text NOT NULL,
    version text NOT NULL,
    opened_at text NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.lanes (
    name text NOT NULL,
    free_at text NOT NULL
);
CREATE TABLE public.list_sizes (
    service text NOT NULL,
    people integer NOT NULL,
    shorter_since text
);
CREATE TABLE public.messages (
    id integer NOT NULL,
    key text NOT NULL,
    metadata_id text NOT NULL,
    request_id text,
    purpose text NOT NULL,
    recipient text NOT NULL,
    name text NOT NULL,
    about text NOT NULL,
    state text NOT NULL,
    doubtful integer NOT NULL,
    attempts integer NOT NULL,
    target text,
    awaited integer DEFAULT 0 NOT NULL,
    planned integer DEFAULT 0 NOT NULL,
    lane text,
    topic text,
    blocked_by text,
    created_at text NOT NULL,
    scheduled_for text,
    due_at text NOT NULL,
    lease_holder text,
    lease_until text,
    channel text,
    ts text
);
CREATE SEQUENCE public.messages_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.messages_id_seq OWNED BY public.messages.id;
CREATE TABLE public.people_imports (
    id text NOT NULL,
    started_by text NOT NULL,
    started_at text NOT NULL,
    ended_at text,
    added integer NOT NULL,
    changed integer NOT NULL,
    unchanged integer NOT NULL,
    unknown integer NOT NULL,
    remaining integer NOT NULL
);
CREATE TABLE public.people_rounds (
    id text NOT NULL,
    baseline text NOT NULL,
    done_at text NOT NULL,
    lease_until text NOT NULL
);
CREATE TABLE public.request_mutes (
    request_id text NOT NULL,
    reader text NOT NULL,
    tasks integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.request_names (
    word text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL
);
CREATE TABLE public.request_people (
    person text NOT NULL,
    day text NOT NULL,
    request_id text NOT NULL
);
CREATE TABLE public.requests (
    id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    submission text NOT NULL,
    requester text NOT NULL,
    payload text NOT NULL,
    context text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    baseline integer,
    outcome_unknown_at text,
    question text,
    cancel_by text,
    awaits_view integer NOT NULL,
    last_error text,
    outcome text,
    result_id integer,
    service text,
    idempotency_key text,
    key_sent_at text,
    key_promised_by text,
    due_at text NOT NULL,
    lease_holder text,
    lease_until text,
    created_at text NOT NULL,
    ended_at text,
    revision integer DEFAULT 0 NOT NULL,
    forgotten_at text,
    dismissed_at text,
    set_aside_at text,
    day text,
    amendments integer DEFAULT 0 NOT NULL,
    called_off_at text,
    ended_day text,
    email text,
    missing_since text,
    kept_by text,
    planned_by text,
    restored_at text,
    proposal text
);
CREATE TABLE public.sequence_kinds (
    service text NOT NULL,
    sequence_id integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    set_by text NOT NULL,
    set_at text NOT NULL,
    seen_at text
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL,
    set_by text NOT NULL,
    set_at text NOT NULL
);
CREATE TABLE public.setup_marks (
    subject text NOT NULL,
    mark text NOT NULL,
    set_by text NOT NULL,
    set_at text NOT NULL
);
CREATE TABLE public.slack_people (
    user_id text NOT NULL,
    since text NOT NULL,
    state text NOT NULL,
    email text NOT NULL,
    digest text NOT NULL,
    changed_at text NOT NULL,
    told_at text
);
CREATE TABLE public.task_passes (
    service text NOT NULL,
    task integer NOT NULL,
    employee integer NOT NULL,
    by_user text NOT NULL,
    by_hr integer NOT NULL,
    at text NOT NULL
);
CREATE TABLE public.task_watches (
    service text NOT NULL,
    since text NOT NULL,
    highest integer NOT NULL
);
CREATE TABLE public.templates (
    id text NOT NULL,
    name text NOT NULL,
    content text NOT NULL,
    version integer NOT NULL,
    set_by text NOT NULL,
    set_at text NOT NULL
);
ALTER TABLE ONLY public.approval_notes ALTER COLUMN id SET DEFAULT nextval('public.approval_notes_id_seq'::regclass);
ALTER TABLE ONLY public.audit_changes ALTER COLUMN id SET DEFAULT nextval('public.audit_changes_id_seq'::regclass);
ALTER TABLE ONLY public.audit_events ALTER COLUMN id SET DEFAULT nextval('public.audit_events_id_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN id SET DEFAULT nextval('public.messages_id_seq'::regclass);
INSERT INTO public.audit_changes VALUES (1, '2026-11-25T19:10:26.124Z', 'frontdesk', 'connection', 'connection changed', '{"url":{"before":null,"after":"http://127.0.0.1:46041"}}');
INSERT INTO public.audit_changes VALUES (2, '2026-11-25T19:10:26.131Z', 'environment', 'access', 'access changed', '{"hr":{"before":null,"after":["U0INES","U0GRACE"]},"managers":{"before":null,"after":["U0MARCUS","U0LEILA"]}}');
INSERT INTO public.audit_changes VALUES (3, '2026-11-25T19:10:26.131Z', 'environment', 'settings', 'settings changed', '{"channels":{"before":null,"after":["C0NEWHIRES"]},"privateChannel":{"before":null,"after":"C0PEOPLEOPS"}}');
INSERT INTO public.audit_events VALUES (1, 'R-ZK2ANPZW', '2026-11-25T19:10:26.399Z', 'U0INES', 'accepted', '{"role":"New hire"}');
INSERT INTO public.audit_events VALUES (2, 'R-ZK2ANPZW', '2026-11-25T19:10:26.411Z', 'frontdesk', 'delivering', NULL);
INSERT INTO public.audit_events VALUES (3, 'R-ZK2ANPZW', '2026-11-25T19:10:26.450Z', 'frontdesk', 'done', '{"kind":"done","resultId":5,"confirmed":true,"role":"New hire"}');
INSERT INTO public.audit_events VALUES (4, 'R-C2ABS6M5', '2026-11-25T19:10:26.529Z', 'U0MARCUS', 'accepted', NULL);
INSERT INTO public.audit_events VALUES (5, 'R-C2ABS6M5', '2026-11-25T19:10:26.553Z', 'frontdesk', 'delivering', NULL);
INSERT INTO public.audit_events VALUES (6, 'R-C2ABS6M5', '2026-11-25T19:10:26.577Z', 'frontdesk', 'done', '{"kind":"done","resultId":3,"confirmed":true}');
INSERT INTO public.audit_events VALUES (7, 'R-YQRNXT87', '2026-11-25T19:10:26.702Z', 'U0INES', 'accepted', '{"role":"New hire"}');
INSERT INTO public.audit_events VALUES (8, 'R-YQRNXT87', '2026-11-25T19:10:26.702Z', 'frontdesk', 'delivering', NULL);
INSERT INTO public.audit_events VALUES (9, 'R-YQRNXT87', '2026-11-25T19:10:26.763Z', 'frontdesk', 'postponed', '{"state":"pending","error":"Refused","until":"2026-11-25T19:10:26.763Z"}');
INSERT INTO public.checkups VALUES (1, '2026-11-26T09:00:00.000Z', '[]');
INSERT INTO public.circuit_breaker VALUES (1, 'token', '2026-11-25T19:10:26.745Z', '2026-11-25T19:10:28.600Z', 0, 1);
INSERT INTO public.connection VALUES (1, 'http://127.0.0.1:46041', 'YPlWD8XcGZnx5/yz78osgpOVaUbaWPgQLTwHhjo8rwdRxoYY7A7L3lRY9Cyo3BzJaqwB+86vru6teTbGwVH0qMYVuws=', '939967e1df984ac0', 'frontdesk', '2026-11-25T19:10:26.124Z');
INSERT INTO public.drafts VALUES ('F-N99YEGMM', 'U0INES', 'Nora Draft', '{"first_name":"Nora","last_name":"Draft","email":"nora@acme.example","start_day":"2999-03-01","sequences":[],"role":"0"}', '2026-11-25T19:10:26.604Z', '1795633826.592000', NULL, 'V0000000004');
INSERT INTO public.kysely_migration VALUES ('001-bot', '2026-11-25T19:10:25.952Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.messages VALUES (1, 'digest of 2026-11-30 for HR', 'oWfuXhZZbCFwl1W0yg2p9K4ElGcQUoiG', NULL, 'digest of 2026-11-30 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-11-30"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.180Z', '2026-11-30T09:00:00.000Z', '2026-11-30T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (2, 'digest of 2026-12-07 for HR', '3ofuolADolSZF97Nwsvmbl_chbgdON7m', NULL, 'digest of 2026-12-07 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-07"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.180Z', '2026-12-07T09:00:00.000Z', '2026-12-07T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (3, 'digest of 2026-12-14 for HR', 'wXWdoi88e1UgKjsbwxp6L83KG_-yAy7a', NULL, 'digest of 2026-12-14 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-14"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.180Z', '2026-12-14T09:00:00.000Z', '2026-12-14T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (4, 'digest of 2026-12-21 for HR', 'JSbh9P8oX4hGzKnmRLshXH5a6NG7BDZa', NULL, 'digest of 2026-12-21 for HR', '{"hr":true,"onlyChannel":true}', 'digest.leaving', '{"week":"2026-12-21"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.180Z', '2026-12-21T09:00:00.000Z', '2026-12-21T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (11, 'R-ZK2ANPZW:plan:before-5:manager:2999-01-01', 'wErzB4HLwZTVL0FDRqDHqWa1KfGLA3nc', 'R-ZK2ANPZW', 'plan:before-5:manager:2999-01-01', '{"employee":2}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-25T09:00:00.000Z","until":"2998-12-31T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (12, 'R-ZK2ANPZW:plan:before-5:buddy:2999-01-01', 'NnAIafzlq2AvsYjnfsnOH3SVBSdjxfI7', 'R-ZK2ANPZW', 'plan:before-5:buddy:2999-01-01', '{"employee":3}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-25T09:00:00.000Z","until":"2998-12-31T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (13, 'R-ZK2ANPZW:plan:before-1:manager:2999-01-01', 'rtTFSiOzq2AgaI3mQ1HLhM0CzABMvCo1', 'R-ZK2ANPZW', 'plan:before-1:manager:2999-01-01', '{"employee":2}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-31T09:00:00.000Z","until":"2999-01-01T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2998-12-31T09:00:00.000Z', '2998-12-31T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (14, 'R-ZK2ANPZW:plan:before-1:buddy:2999-01-01', '2JijryqHv1ACBwKityYUbRIi0-vQZuUv', 'R-ZK2ANPZW', 'plan:before-1:buddy:2999-01-01', '{"employee":3}', 'newhire.before', '{"day":"2999-01-01","zone":"Europe/London","due":"2998-12-31T09:00:00.000Z","until":"2999-01-01T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2998-12-31T09:00:00.000Z', '2998-12-31T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (15, 'R-ZK2ANPZW:plan:day:C0NEWHIRES:2999-01-01', 'kmE4jIEsabXyItbnsiz-wM6lFf8tIhba', 'R-ZK2ANPZW', 'plan:day:C0NEWHIRES:2999-01-01', '{"channel":"C0NEWHIRES"}', 'newhire.day', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, 'C0NEWHIRES', NULL, NULL, '2026-11-25T19:10:26.450Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (16, 'R-ZK2ANPZW:plan:day:manager:2999-01-01', 'bzIWC440UUa5Czv7WAB4ytP06Hi6J-u6', 'R-ZK2ANPZW', 'plan:day:manager:2999-01-01', '{"employee":2}', 'newhire.day-with-you', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z","as":"manager"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (17, 'R-ZK2ANPZW:plan:day:buddy:2999-01-01', 'REvGUvWu0JXROLYoJVee3r-ktgPxbq8v', 'R-ZK2ANPZW', 'plan:day:buddy:2999-01-01', '{"employee":3}', 'newhire.day-with-you', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-01T09:00:00.000Z","until":"2999-01-02T00:00:00.000Z","as":"buddy"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (18, 'R-ZK2ANPZW:plan:week:manager:2999-01-01', 'WKXxh2ZHlVwKgeLXki2jJIsCIBFI8nIZ', 'R-ZK2ANPZW', 'plan:week:manager:2999-01-01', '{"employee":2}', 'newhire.week', '{"day":"2999-01-01","zone":"Europe/London","due":"2999-01-08T09:00:00.000Z","until":"2999-01-13T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', '2999-01-08T09:00:00.000Z', '2999-01-08T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (19, 'R-ZK2ANPZW:plan:headline-soon:C0NEWHIRES:2999-01-01', 'AFZ0TTeTx8WTVA0sXYNixoMeedVNA5Kn', 'R-ZK2ANPZW', 'plan:headline-soon:C0NEWHIRES:2999-01-01', '{"inPlaceOf":"headline:C0NEWHIRES"}', 'newhire.headline-update', '{"zone":"Europe/London","soonFrom":"2998-12-25"}', 'pending', 0, 0, NULL, 0, 1, 'chat.update', NULL, NULL, '2026-11-25T19:10:26.450Z', '2998-12-25T09:00:00.000Z', '2998-12-25T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (20, 'R-ZK2ANPZW:plan:headline-started:C0NEWHIRES:2999-01-01', 'm_SMb0e0i3UaCnw4alr4j-8O2qS9MNfw', 'R-ZK2ANPZW', 'plan:headline-started:C0NEWHIRES:2999-01-01', '{"inPlaceOf":"headline:C0NEWHIRES"}', 'newhire.headline-update', '{"zone":"Europe/London","soonFrom":"2998-12-25"}', 'pending', 0, 0, NULL, 0, 1, 'chat.update', NULL, NULL, '2026-11-25T19:10:26.450Z', '2999-01-01T09:00:00.000Z', '2999-01-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (7, 'R-ZK2ANPZW:manager', 'Xj7xO-tIgk_Fg5b91GUYXa6Ob-DORFRK', 'R-ZK2ANPZW', 'manager', '{"employee":2}', 'newhire.companion', '{"as":"manager"}', 'sent', 0, 1, 'U0MARCUS', 1, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.450Z', NULL, NULL, 'D0MARCUS', '1795633826.662000');
INSERT INTO public.messages VALUES (5, 'R-ZK2ANPZW:requester', 'nmkns9HuupESae1ej9o0x-GgmQfiHJjk', 'R-ZK2ANPZW', 'requester', '{"channel":"U0INES"}', 'newhire.outcome', '{}', 'sent', 0, 1, NULL, 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.701Z', NULL, NULL, 'D0INES', '1795633826.724000');
INSERT INTO public.messages VALUES (9, 'R-ZK2ANPZW:calendar:manager', 'AoQo5PFpiKGeZW5_JluUfXazXV8IMZEz', 'R-ZK2ANPZW', 'calendar:manager', '{"employee":2}', 'calendar.entry', '{"count":0,"day":"2999-01-01"}', 'sent', 0, 1, 'U0MARCUS', 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.450Z', NULL, NULL, 'D0MARCUS', '');
INSERT INTO public.messages VALUES (21, 'R-C2ABS6M5:requester', 'Ws0LjYQK0alUoKpJeIkMjHgzs7NDEvfg', 'R-C2ABS6M5', 'requester', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.outcome', '{}', 'sent', 0, 1, NULL, 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', NULL, '2026-11-25T19:10:26.577Z', NULL, NULL, 'D0MARCUS', '1795633826.755000');
INSERT INTO public.messages VALUES (10, 'R-ZK2ANPZW:calendar:buddy', 'GZ7pawINiFJdtUx2g7DcOtzoDbAMYYUq', 'R-ZK2ANPZW', 'calendar:buddy', '{"employee":3}', 'calendar.entry', '{"count":0,"day":"2999-01-01"}', 'sent', 0, 1, 'U0SOFIA', 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.450Z', NULL, NULL, 'D0SOFIA', '');
INSERT INTO public.messages VALUES (31, 'outage 2026-11-25T19:10:26.745Z', '_fSy9lhXici9QQoeLThxtLDMZ39qs182', NULL, 'outage 2026-11-25T19:10:26.745Z', '{"hr":true}', 'outage', '{"code":"token"}', 'sent', 0, 1, 'C0PEOPLEOPS', 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.745Z', NULL, '2026-11-25T19:10:26.745Z', NULL, NULL, 'C0PEOPLEOPS', '1795633826.825000');
INSERT INTO public.messages VALUES (24, 'R-C2ABS6M5:plan:before-5:requester:2999-02-01', '6BqOrJpY_Jwlcj7cZ7EPlPskBZAvpIYv', 'R-C2ABS6M5', 'plan:before-5:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-25T09:00:00.000Z","until":"2999-01-31T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-01-25T09:00:00.000Z', '2999-01-25T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (25, 'R-C2ABS6M5:plan:before-5:private:2999-02-01', 'oJJsEKx2Czb6MN0y7AjYyuPx1o5ozaM3', 'R-C2ABS6M5', 'plan:before-5:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-25T09:00:00.000Z","until":"2999-01-31T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-01-25T09:00:00.000Z', '2999-01-25T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (26, 'R-C2ABS6M5:plan:before-1:requester:2999-02-01', 'E1YGQBHwp05Cj0hdN_k8a2npTJWJTFk1', 'R-C2ABS6M5', 'plan:before-1:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-31T09:00:00.000Z","until":"2999-02-01T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-01-31T09:00:00.000Z', '2999-01-31T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (27, 'R-C2ABS6M5:plan:before-1:private:2999-02-01', 'KVxniJe7ky_DPgsuma_mB9zO67Raqd5m', 'R-C2ABS6M5', 'plan:before-1:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.before', '{"day":"2999-02-01","zone":"UTC","due":"2999-01-31T09:00:00.000Z","until":"2999-02-01T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-01-31T09:00:00.000Z', '2999-01-31T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (28, 'R-C2ABS6M5:plan:day:requester:2999-02-01', 'X2wSVf9nSTkBc-NEH6SpUxfcsby6xejP', 'R-C2ABS6M5', 'plan:day:requester:2999-02-01', '{"channel":"U0MARCUS","confidential":true}', 'offboarding.day', '{"day":"2999-02-01","zone":"UTC","due":"2999-02-01T09:00:00.000Z","until":"2999-02-02T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-02-01T09:00:00.000Z', '2999-02-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (29, 'R-C2ABS6M5:plan:day:private:2999-02-01', '2skwayaJrb2dfteZGrZ_G8tVAiG0HQ7I', 'R-C2ABS6M5', 'plan:day:private:2999-02-01', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.day', '{"day":"2999-02-01","zone":"UTC","due":"2999-02-01T09:00:00.000Z","until":"2999-02-02T00:00:00.000Z"}', 'pending', 0, 0, NULL, 0, 1, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', '2999-02-01T09:00:00.000Z', '2999-02-01T09:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (30, 'draft in V0000000004', 'f9lffdZSMwEismvtiTS8i66yzX1tk9iF', NULL, 'draft in V0000000004', '{"channel":"U0INES"}', 'newhire.draft', '{"draft":"F-N99YEGMM","form":"F-N99YEGMM"}', 'pending', 0, 0, NULL, 0, 0, NULL, 'draft F-N99YEGMM', NULL, '2026-11-25T19:10:26.638Z', '2026-11-25T19:10:28.138Z', '2026-11-25T19:10:28.138Z', NULL, NULL, NULL, NULL);
INSERT INTO public.messages VALUES (6, 'R-ZK2ANPZW:headline:C0NEWHIRES', 'HSditjL2i6zWrpnaHozyrB38sdL8jzau', 'R-ZK2ANPZW', 'headline:C0NEWHIRES', '{"channel":"C0NEWHIRES"}', 'newhire.headline', '{}', 'sent', 0, 1, NULL, 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.450Z', NULL, NULL, 'C0NEWHIRES', '1795633826.648000');
INSERT INTO public.messages VALUES (8, 'R-ZK2ANPZW:buddy', 'pw47S1WAZp1NMUk1htXc6UDHpyn5Vazo', 'R-ZK2ANPZW', 'buddy', '{"employee":3}', 'newhire.companion', '{"as":"buddy"}', 'sent', 0, 1, 'U0SOFIA', 1, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.450Z', NULL, '2026-11-25T19:10:26.450Z', NULL, NULL, 'D0SOFIA', '1795633826.698000');
INSERT INTO public.messages VALUES (22, 'R-C2ABS6M5:private', 'zBlGjlzRcUWoG15oydWLg9ReRg_IMm7w', 'R-C2ABS6M5', 'private', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', 'offboarding.started', '{}', 'sent', 0, 1, 'C0PEOPLEOPS', 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', NULL, '2026-11-25T19:10:26.577Z', NULL, NULL, 'C0PEOPLEOPS', '1795633826.782000');
INSERT INTO public.messages VALUES (23, 'R-C2ABS6M5:calendar:requester', 'jKPedN2RFyOkTcy_ND96Ot3diD5jzIRo', 'R-C2ABS6M5', 'calendar:requester', '{"channel":"U0MARCUS","confidential":true}', 'calendar.entry', '{"count":0,"day":"2999-02-01"}', 'sent', 0, 1, NULL, 0, 0, NULL, NULL, NULL, '2026-11-25T19:10:26.577Z', NULL, '2026-11-25T19:10:26.577Z', NULL, NULL, 'D0MARCUS', '');
INSERT INTO public.request_names VALUES ('jane', 'R-ZK2ANPZW');
INSERT INTO public.request_names VALUES ('doe', 'R-ZK2ANPZW');
INSERT INTO public.request_names VALUES ('sofia', 'R-C2ABS6M5');
INSERT INTO public.request_names VALUES ('lindqvist', 'R-C2ABS6M5');
INSERT INTO public.request_names VALUES ('pia', 'R-YQRNXT87');
INSERT INTO public.request_names VALUES ('waits', 'R-YQRNXT87');
INSERT INTO public.request_people VALUES ('user:U0INES', '2999-01-01', 'R-ZK2ANPZW');
INSERT INTO public.request_people VALUES ('employee:2', '2999-01-01', 'R-ZK2ANPZW');
INSERT INTO public.request_people VALUES ('employee:3', '2999-01-01', 'R-ZK2ANPZW');
INSERT INTO public.request_people VALUES ('email:marcus.oyelaran@acme.example', '2999-01-01', 'R-ZK2ANPZW');
INSERT INTO public.request_people VALUES ('email:sofia.lindqvist@acme.example', '2999-01-01', 'R-ZK2ANPZW');
INSERT INTO public.request_people VALUES ('user:U0MARCUS', '2999-02-01', 'R-C2ABS6M5');
INSERT INTO public.requests VALUES ('R-ZK2ANPZW', 'newhire', 'jane@acme.example', 'F-HBNYXKB8', 'U0INES', '{"first_name":"Jane","last_name":"Doe","email":"jane@acme.example","role":0,"start_day":"2999-01-01","buddy":3,"manager":2,"timezone":"Europe/London","sequences":[1]}', '{"personName":"Jane Doe","sequenceNames":["First days"],"managerName":"Marcus Oyelaran","managerEmail":"marcus.oyelaran@acme.example","buddyName":"Sofia Lindqvist","buddyEmail":"sofia.lindqvist@acme.example","viewId":"V0000000001"}', 'done', 1, 4, NULL, NULL, NULL, 0, NULL, '{"kind":"done","resultId":5,"confirmed":true}', 5, 'http://127.0.0.1:46041', 'R-ZK2ANPZW-406fe2a0-d44d-40d7-9250-c3895f03c53f', '2026-11-25T19:10:26.411Z', '89cd78a317f01b9e247b124e7793634e6bc61852a63b759ba5fdfb7d40d3979c', '2026-11-25T19:10:26.399Z', NULL, NULL, '2026-11-25T19:10:26.399Z', '2026-11-25T19:10:26.450Z', 0, NULL, NULL, NULL, '2999-01-01', 0, NULL, NULL, NULL, NULL, NULL, 'AdyZNnACacvcDC6rOVOt2Qr8LR__PcqVrBwkRB-f_i4', NULL, NULL);
INSERT INTO public.requests VALUES ('R-C2ABS6M5', 'offboarding', '3', 'F-S2ZB729Q', 'U0MARCUS', '{"user":3,"termination_date":"2999-02-01","sequences":[]}', '{"personName":"Sofia Lindqvist","sequenceNames":[],"viewId":"V0000000003","personEmail":"sofia.lindqvist@acme.example"}', 'done', 1, 4, NULL, NULL, NULL, 0, NULL, '{"kind":"done","resultId":3,"confirmed":true}', 3, 'http://127.0.0.1:46041', 'R-C2ABS6M5-fcc1d3a0-847d-40cf-a307-36cf9aed81e9', '2026-11-25T19:10:26.553Z', 'f98fbf441f40cef8441258720fd69ccb01a43bc63905d8f73e8f884351dd9213', '2026-11-25T19:10:26.529Z', NULL, NULL, '2026-11-25T19:10:26.529Z', '2026-11-25T19:10:26.577Z', 0, NULL, NULL, NULL, '2999-02-01', 0, NULL, NULL, 'sofia.lindqvist@acme.example', NULL, NULL, 'AdyZNnACacvcDC6rOVOt2Qr8LR__PcqVrBwkRB-f_i4', NULL, NULL);
INSERT INTO public.requests VALUES ('R-YQRNXT87', 'newhire', 'pia@acme.example', 'F-9SPBA8NJ', 'U0INES', '{"first_name":"Pia","last_name":"Waits","email":"pia@acme.example","role":0,"start_day":"2999-01-02"}', '{"personName":"Pia Waits","sequenceNames":[],"viewId":"V0000000005"}', 'pending', 1, NULL, NULL, NULL, NULL, 1, 'Refused', NULL, NULL, NULL, 'R-YQRNXT87-1f50649a-1a4d-4b45-9c6c-4387eb824314', NULL, NULL, '2026-11-25T19:10:26.763Z', NULL, NULL, '2026-11-25T19:10:26.702Z', NULL, 0, NULL, NULL, NULL, '2999-01-02', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.task_watches VALUES ('OM5QvWDZVUy_', '2026-11-25T19:10:26.315Z', 0);
SELECT pg_catalog.setval('public.approval_notes_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_changes_id_seq', 3, true);
SELECT pg_catalog.setval('public.audit_events_id_seq', 9, true);
SELECT pg_catalog.setval('public.messages_id_seq', 31, true);
ALTER TABLE ONLY public.access_changes
    ADD CONSTRAINT access_changes_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.approval_notes
    ADD CONSTRAINT approval_notes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (request_id);
ALTER TABLE ONLY public.audit_changes
    ADD CONSTRAINT audit_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blocked_channels
    ADD CONSTRAINT blocked_channels_pkey PRIMARY KEY (channel, code);
ALTER TABLE ONLY public.checkups
    ADD CONSTRAINT checkups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.circuit_breaker
    ADD CONSTRAINT circuit_breaker_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.elsewhere_marks
    ADD CONSTRAINT elsewhere_marks_pkey PRIMARY KEY (service);
ALTER TABLE ONLY public.homes
    ADD CONSTRAINT homes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.lanes
    ADD CONSTRAINT lanes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.list_sizes
    ADD CONSTRAINT list_sizes_pkey PRIMARY KEY (service);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_key_key UNIQUE (key);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_request_id_purpose_key UNIQUE (request_id, purpose);
ALTER TABLE ONLY public.people_imports
    ADD CONSTRAINT people_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_rounds
    ADD CONSTRAINT people_rounds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.request_mutes
    ADD CONSTRAINT request_mutes_pkey PRIMARY KEY (request_id, reader);
ALTER TABLE ONLY public.request_names
    ADD CONSTRAINT request_names_pkey PRIMARY KEY (word, request_id);
ALTER TABLE ONLY public.request_people
    ADD CONSTRAINT request_people_pkey PRIMARY KEY (person, day, request_id);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sequence_kinds
    ADD CONSTRAINT sequence_kinds_pkey PRIMARY KEY (service, sequence_id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.setup_marks
    ADD CONSTRAINT setup_marks_pkey PRIMARY KEY (subject, mark);
ALTER TABLE ONLY public.slack_people
    ADD CONSTRAINT slack_people_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.task_passes
    ADD CONSTRAINT task_passes_pkey PRIMARY KEY (service, task, employee);
ALTER TABLE ONLY public.task_watches
    ADD CONSTRAINT task_watches_pkey PRIMARY KEY (service);
ALTER TABLE ONLY public.templates
    ADD CONSTRAINT templates_pkey PRIMARY KEY (id);
CREATE INDEX approval_notes_request ON public.approval_notes USING btree (request_id);
CREATE INDEX approvals_open ON public.approvals USING btree (lapses_at) WHERE (decision IS NULL);
CREATE INDEX audit_events_request ON public.audit_events USING btree (request_id);
CREATE INDEX drafts_owner ON public.drafts USING btree (owner, saved_at);
CREATE INDEX homes_opened ON public.homes USING btree (opened_at);
CREATE INDEX messages_apart ON public.messages USING btree (created_at) WHERE (request_id IS NULL);
CREATE INDEX messages_aside ON public.messages USING btree (id) WHERE (state = 'unreadable'::text);
CREATE INDEX messages_asked ON public.messages USING btree (id) WHERE ((state = 'sent'::text) AND (substr(purpose, 1, 10) = 'undecided '::text));
CREATE INDEX messages_at_once ON public.messages USING btree (id) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text])) AND (planned = 0));
CREATE INDEX messages_blocked ON public.messages USING btree (id) WHERE (blocked_by IS NOT NULL);
CREATE INDEX messages_leased ON public.messages USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX messages_planned ON public.messages USING btree (due_at, id) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text])) AND (planned = 1));
CREATE INDEX messages_topic ON public.messages USING btree (topic) WHERE (topic IS NOT NULL);
CREATE INDEX messages_tried ON public.messages USING btree (due_at) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text])) AND (planned = 1) AND (attempts > 0));
CREATE INDEX request_names_request ON public.request_names USING btree (request_id);
CREATE INDEX request_people_request ON public.request_people USING btree (request_id);
CREATE INDEX requests_aside ON public.requests USING btree (id) WHERE (set_aside_at IS NOT NULL);
CREATE INDEX requests_created ON public.requests USING btree (created_at);
CREATE INDEX requests_done ON public.requests USING btree (subject) WHERE (state = 'done'::text);
CREATE INDEX requests_email ON public.requests USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX requests_employee ON public.requests USING btree (result_id) WHERE (state = 'done'::text);
CREATE INDEX requests_forgotten ON public.requests USING btree (ended_at) WHERE (forgotten_at IS NOT NULL);
CREATE INDEX requests_kept ON public.requests USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (forgotten_at IS NULL));
CREATE INDEX requests_leased ON public.requests USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX requests_listed ON public.requests USING btree (created_at, id) WHERE ((ended_at IS NOT NULL) AND (forgotten_at IS NULL));
CREATE INDEX requests_open ON public.requests USING btree (created_at, id) WHERE ((ended_at IS NULL) AND (state <> 'proposed'::text));
CREATE UNIQUE INDEX requests_proposal ON public.requests USING btree (proposal) WHERE (proposal IS NOT NULL);
CREATE INDEX requests_proposed ON public.requests USING btree (kind, subject) WHERE (state = 'proposed'::text);
CREATE INDEX requests_requester ON public.requests USING btree (requester, created_at);
CREATE INDEX requests_revision ON public.requests USING btree (kind, subject, revision) WHERE (state = 'done'::text);
CREATE UNIQUE INDEX requests_subject ON public.requests USING btree (kind, subject) WHERE ((ended_at IS NULL) AND (state <> 'proposed'::text));
CREATE UNIQUE INDEX requests_submission ON public.requests USING btree (submission) WHERE (state <> ALL (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX requests_timeline ON public.requests USING btree (day, id) WHERE (state = 'done'::text);
CREATE INDEX slack_people_state ON public.slack_people USING btree (state, told_at, changed_at);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.requests(id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.requests(id);
