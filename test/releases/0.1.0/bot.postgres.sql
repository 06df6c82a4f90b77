-- made 2026-11-24T09:42:45.511Z
CREATE TABLE public.access_changes (
    subject text NOT NULL,
    version text NOT NULL,
    changed_at text NOT NULL
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
CREATE TABLE public.channel_troubles (
    channel text NOT NULL,
    code text NOT NULL,
    told_at text NOT NULL
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
    saved_at text NOT NULL
);
CREATE TABLE public.gate (
    id integer NOT NULL,
    code text,
    since text,
    probe_at text,
    probes integer NOT NULL,
    told integer NOT NULL
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
CREATE TABLE public.messages (
    id integer NOT NULL,
    key text NOT NULL,
    request_id text,
    purpose text NOT NULL,
    recipient text NOT NULL,
    text text,
    blocks text,
    state text NOT NULL,
    doubtful integer NOT NULL,
    attempts integer NOT NULL,
    created_at text NOT NULL,
    due_at text NOT NULL,
    lease_holder text,
    lease_until text,
    channel text,
    ts text,
    trouble text,
    target text,
    awaited integer DEFAULT 0 NOT NULL,
    metadata_id text,
    name text,
    about text,
    scheduled_for text
);
CREATE SEQUENCE public.messages_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.messages_id_seq OWNED BY public.messages.id;
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
    highest_id_before integer,
    doubted_at text,
    question text,
    cancel_by text,
    awaits_view integer NOT NULL,
    trouble text,
    outcome text,
    due_at text NOT NULL,
    lease_holder text,
    lease_until text,
    created_at text NOT NULL,
    ended_at text,
    forgotten_at text,
    idempotency_key text,
    key_sent_at text,
    key_promised_by text,
    service text,
    employee_id integer,
    set_aside_at text,
    day text,
    revision integer DEFAULT 0 NOT NULL
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
CREATE TABLE public.steps (
    id integer NOT NULL,
    request_id text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    what text NOT NULL,
    detail text
);
CREATE SEQUENCE public.steps_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.steps_id_seq OWNED BY public.steps.id;
ALTER TABLE ONLY public.audit_changes ALTER COLUMN id SET DEFAULT nextval('public.audit_changes_id_seq'::regclass);
ALTER TABLE ONLY public.messages ALTER COLUMN id SET DEFAULT nextval('public.messages_id_seq'::regclass);
ALTER TABLE ONLY public.steps ALTER COLUMN id SET DEFAULT nextval('public.steps_id_seq'::regclass);
INSERT INTO public.audit_changes VALUES (1, '2026-11-24T09:42:44.717Z', 'frontdesk', 'connection', 'connection changed', '{"url":{"before":null,"after":"http://127.0.0.1:34413"}}');
INSERT INTO public.audit_changes VALUES (2, '2026-11-24T09:42:44.724Z', 'environment', 'access', 'access changed', '{"hr":{"before":null,"after":["U0INES","U0GRACE"]},"managers":{"before":null,"after":["U0MARCUS","U0LEILA"]}}');
INSERT INTO public.audit_changes VALUES (3, '2026-11-24T09:42:44.724Z', 'environment', 'settings', 'settings changed', '{"channels":{"before":null,"after":["C0NEWHIRES"]},"privateChannel":{"before":null,"after":"C0PEOPLEOPS"}}');
INSERT INTO public.connection VALUES (1, 'http://127.0.0.1:34413', 'k319H5OgoXA+DeNn5EzIOLucWkyXr+FtC4XFjcq6JVYOajFAdocR9ZGYrEFZPL0lPwohlCCApsJJCNARwIKtEcSof7Y=', '939967e1df984ac0', 'frontdesk', '2026-11-24T09:42:44.717Z');
INSERT INTO public.drafts VALUES ('F-XSBQ4DTT', 'U0INES', 'Nora Draft', '{"first_name":"Nora","last_name":"Draft","email":"nora@acme.example","start_day":"2999-03-01","role":"0","sequences":[]}', '2026-11-24T09:42:45.189Z');
INSERT INTO public.gate VALUES (1, 'token', '2026-11-24T09:42:45.296Z', '2026-11-24T09:42:47.122Z', 0, 1);
INSERT INTO public.kysely_migration VALUES ('001-ledger', '2026-11-24T09:42:44.473Z');
INSERT INTO public.kysely_migration VALUES ('002-connection', '2026-11-24T09:42:44.476Z');
INSERT INTO public.kysely_migration VALUES ('010-settings', '2026-11-24T09:42:44.480Z');
INSERT INTO public.kysely_migration VALUES ('011-drafts', '2026-11-24T09:42:44.485Z');
INSERT INTO public.kysely_migration VALUES ('012-sequence-kinds', '2026-11-24T09:42:44.490Z');
INSERT INTO public.kysely_migration VALUES ('020-message-trouble', '2026-11-24T09:42:44.491Z');
INSERT INTO public.kysely_migration VALUES ('105-sequence-kinds-seen', '2026-11-24T09:42:44.492Z');
INSERT INTO public.kysely_migration VALUES ('106-audit-changes', '2026-11-24T09:42:44.497Z');
INSERT INTO public.kysely_migration VALUES ('110-safe-repeats', '2026-11-24T09:42:44.504Z');
INSERT INTO public.kysely_migration VALUES ('115-set-aside', '2026-11-24T09:42:44.508Z');
INSERT INTO public.kysely_migration VALUES ('116-request-day', '2026-11-24T09:42:44.513Z');
INSERT INTO public.kysely_migration VALUES ('117-requests-ended', '2026-11-24T09:42:44.514Z');
INSERT INTO public.kysely_migration VALUES ('125-message-target', '2026-11-24T09:42:44.516Z');
INSERT INTO public.kysely_migration VALUES ('126-channel-troubles', '2026-11-24T09:42:44.521Z');
INSERT INTO public.kysely_migration VALUES ('130-access-changes', '2026-11-24T09:42:44.525Z');
INSERT INTO public.kysely_migration VALUES ('131-homes', '2026-11-24T09:42:44.530Z');
INSERT INTO public.kysely_migration VALUES ('132-questions', '2026-11-24T09:42:44.532Z');
INSERT INTO public.kysely_migration VALUES ('133-revisions', '2026-11-24T09:42:44.535Z');
INSERT INTO public.kysely_migration VALUES ('140-message-definitions', '2026-11-24T09:42:44.538Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.messages VALUES (2, 'R-CE3ND4B4:headline:C0NEWHIRES', 'R-CE3ND4B4', 'headline:C0NEWHIRES', '{"channel":"C0NEWHIRES"}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.115Z', '2026-11-24T09:42:45.115Z', NULL, NULL, 'C0NEWHIRES', '1795513365.222000', NULL, NULL, 0, '1540949b-6372-4476-9048-38d910cd7901', 'newhire.headline', '{}', NULL);
INSERT INTO public.messages VALUES (3, 'R-CE3ND4B4:manager', 'R-CE3ND4B4', 'manager', '{"employee":2}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.115Z', '2026-11-24T09:42:45.115Z', NULL, NULL, 'D0MARCUS', '1795513365.242000', NULL, 'U0MARCUS', 1, 'aa72fd86-7c00-43bc-9e18-c39e98aaf40c', 'newhire.companion', '{"as":"manager"}', NULL);
INSERT INTO public.messages VALUES (4, 'R-CE3ND4B4:buddy', 'R-CE3ND4B4', 'buddy', '{"employee":3}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.115Z', '2026-11-24T09:42:45.115Z', NULL, NULL, 'D0SOFIA', '1795513365.258000', NULL, 'U0SOFIA', 1, 'bcecabbf-69f9-4d61-8fa0-e36684d78a12', 'newhire.companion', '{"as":"buddy"}', NULL);
INSERT INTO public.messages VALUES (5, 'R-NECBCXTP:requester', 'R-NECBCXTP', 'requester', '{"channel":"U0MARCUS","confidential":true}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.173Z', '2026-11-24T09:42:45.173Z', NULL, NULL, 'D0MARCUS', '1795513365.277000', NULL, NULL, 0, '8bc0e7ec-00ec-4ece-8e25-3b889ad1385d', 'offboarding.outcome', '{}', NULL);
INSERT INTO public.messages VALUES (1, 'R-CE3ND4B4:requester', 'R-CE3ND4B4', 'requester', '{"channel":"U0INES"}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.115Z', '2026-11-24T09:42:45.261Z', NULL, NULL, 'D0INES', '1795513365.284000', NULL, NULL, 0, 'e5003703-afe2-4369-bacb-dd991449019d', 'newhire.outcome', '{}', NULL);
INSERT INTO public.messages VALUES (6, 'R-NECBCXTP:private', 'R-NECBCXTP', 'private', '{"hr":true,"exceptUsers":["U0MARCUS"],"exceptEmployee":3}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.173Z', '2026-11-24T09:42:45.173Z', NULL, NULL, 'C0PEOPLEOPS', '1795513365.300000', NULL, 'C0PEOPLEOPS', 0, 'fd84b494-d12a-4dc3-995a-4aa6b670acfd', 'offboarding.started', '{}', NULL);
INSERT INTO public.messages VALUES (7, 'outage 2026-11-24T09:42:45.296Z', NULL, 'outage 2026-11-24T09:42:45.296Z', '{"hr":true}', NULL, NULL, 'sent', 0, 1, '2026-11-24T09:42:45.296Z', '2026-11-24T09:42:45.296Z', NULL, NULL, 'C0PEOPLEOPS', '1795513365.320000', NULL, 'C0PEOPLEOPS', 0, '4990a436-e852-442f-afc5-7fa219c0cf4c', 'outage', '{"code":"token"}', NULL);
INSERT INTO public.requests VALUES ('R-CE3ND4B4', 'newhire', 'jane@acme.example', 'F-JZJ7YQ8E', 'U0INES', '{"first_name":"Jane","last_name":"Doe","email":"jane@acme.example","role":0,"start_day":"2999-01-01","buddy":3,"manager":2,"timezone":"Europe/London","sequences":[1]}', '{"personName":"Jane Doe","sequenceNames":["First days"],"managerName":"Marcus Oyelaran","managerEmail":"marcus.oyelaran@acme.example","buddyName":"Sofia Lindqvist","buddyEmail":"sofia.lindqvist@acme.example","viewId":"V0000000001"}', 'done', 1, 4, NULL, NULL, NULL, 0, NULL, '{"kind":"done","employeeId":5,"confirmed":true}', '2026-11-24T09:42:45.047Z', NULL, NULL, '2026-11-24T09:42:45.047Z', '2026-11-24T09:42:45.115Z', NULL, 'R-CE3ND4B4-babd9907-9d8a-4c9b-82f5-1cf6bea0f649', '2026-11-24T09:42:45.069Z', 'a8eaa47109d278072fbbc4b5f59938b25a8b3bd7534ff59d091cead8d8b5bdcb', 'http://127.0.0.1:34413', 5, NULL, '2999-01-01', 0);
INSERT INTO public.requests VALUES ('R-NECBCXTP', 'offboarding', '3', 'F-CQ55MTCT', 'U0MARCUS', '{"user":3,"termination_date":"2999-02-01","sequences":[]}', '{"personName":"Sofia Lindqvist","sequenceNames":[],"viewId":"V0000000002"}', 'done', 1, 4, NULL, NULL, NULL, 0, NULL, '{"kind":"done","employeeId":3,"confirmed":true}', '2026-11-24T09:42:45.136Z', NULL, NULL, '2026-11-24T09:42:45.136Z', '2026-11-24T09:42:45.173Z', NULL, 'R-NECBCXTP-9e50e93f-103c-4ef7-87c0-e705b3a60609', '2026-11-24T09:42:45.136Z', '759b362d80a2755106e08628232d58c99840e0ab74c5360bd373bd55cb19dc65', 'http://127.0.0.1:34413', 3, NULL, '2999-02-01', 0);
INSERT INTO public.requests VALUES ('R-F7PMJ5HD', 'newhire', 'pia@acme.example', 'F-NDC9XA2A', 'U0INES', '{"first_name":"Pia","last_name":"Waits","email":"pia@acme.example","role":0,"start_day":"2999-01-02"}', '{"personName":"Pia Waits","sequenceNames":[],"viewId":"V0000000004"}', 'waiting', 1, NULL, NULL, NULL, NULL, 1, 'Refused', NULL, '2026-11-24T09:42:45.305Z', NULL, NULL, '2026-11-24T09:42:45.257Z', NULL, NULL, 'R-F7PMJ5HD-f415d27e-82d7-4d3e-86b1-e85ccabfe04c', NULL, NULL, NULL, NULL, NULL, '2999-01-02', 0);
INSERT INTO public.steps VALUES (1, 'R-CE3ND4B4', '2026-11-24T09:42:45.047Z', 'U0INES', 'accepted', '{"role":"New hire"}');
INSERT INTO public.steps VALUES (2, 'R-CE3ND4B4', '2026-11-24T09:42:45.069Z', 'frontdesk', 'sending', NULL);
INSERT INTO public.steps VALUES (3, 'R-CE3ND4B4', '2026-11-24T09:42:45.115Z', 'frontdesk', 'done', '{"kind":"done","employeeId":5,"confirmed":true,"role":"New hire"}');
INSERT INTO public.steps VALUES (4, 'R-NECBCXTP', '2026-11-24T09:42:45.136Z', 'U0MARCUS', 'accepted', NULL);
INSERT INTO public.steps VALUES (5, 'R-NECBCXTP', '2026-11-24T09:42:45.136Z', 'frontdesk', 'sending', NULL);
INSERT INTO public.steps VALUES (6, 'R-NECBCXTP', '2026-11-24T09:42:45.173Z', 'frontdesk', 'done', '{"kind":"done","employeeId":3,"confirmed":true}');
INSERT INTO public.steps VALUES (7, 'R-F7PMJ5HD', '2026-11-24T09:42:45.257Z', 'U0INES', 'accepted', '{"role":"New hire"}');
INSERT INTO public.steps VALUES (8, 'R-F7PMJ5HD', '2026-11-24T09:42:45.257Z', 'frontdesk', 'sending', NULL);
INSERT INTO public.steps VALUES (9, 'R-F7PMJ5HD', '2026-11-24T09:42:45.305Z', 'frontdesk', 'postponed', '{"state":"waiting","trouble":"Refused","until":"2026-11-24T09:42:45.305Z"}');
SELECT pg_catalog.setval('public.audit_changes_id_seq', 3, true);
SELECT pg_catalog.setval('public.messages_id_seq', 7, true);
SELECT pg_catalog.setval('public.steps_id_seq', 9, true);
ALTER TABLE ONLY public.access_changes
    ADD CONSTRAINT access_changes_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.audit_changes
    ADD CONSTRAINT audit_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.channel_troubles
    ADD CONSTRAINT channel_troubles_once PRIMARY KEY (channel, code);
ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.gate
    ADD CONSTRAINT gate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.homes
    ADD CONSTRAINT homes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_key_key UNIQUE (key);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_once UNIQUE (request_id, purpose);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sequence_kinds
    ADD CONSTRAINT sequence_kinds_key PRIMARY KEY (service, sequence_id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (id);
CREATE INDEX drafts_owner ON public.drafts USING btree (owner, saved_at);
CREATE INDEX homes_opened ON public.homes USING btree (opened_at);
CREATE INDEX messages_aside ON public.messages USING btree (id) WHERE (state = 'unreadable'::text);
CREATE INDEX messages_asked ON public.messages USING btree (id) WHERE ((state = 'sent'::text) AND (substr(purpose, 1, 10) = 'undecided '::text));
CREATE INDEX messages_leased ON public.messages USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX messages_open ON public.messages USING btree (id) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
CREATE INDEX requests_ahead ON public.requests USING btree (day) WHERE (state = 'done'::text);
CREATE INDEX requests_aside ON public.requests USING btree (id) WHERE (set_aside_at IS NOT NULL);
CREATE INDEX requests_created ON public.requests USING btree (created_at);
CREATE INDEX requests_done ON public.requests USING btree (subject) WHERE (state = 'done'::text);
CREATE INDEX requests_employee ON public.requests USING btree (employee_id) WHERE (state = 'done'::text);
CREATE INDEX requests_ended ON public.requests USING btree (ended_at);
CREATE INDEX requests_leased ON public.requests USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX requests_open ON public.requests USING btree (created_at, id) WHERE (ended_at IS NULL);
CREATE INDEX requests_revision ON public.requests USING btree (kind, subject, revision) WHERE (state = 'done'::text);
CREATE UNIQUE INDEX requests_subject ON public.requests USING btree (kind, subject) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX requests_submission ON public.requests USING btree (submission) WHERE (state <> ALL (ARRAY['refused'::text, 'cancelled'::text]));
CREATE INDEX steps_request ON public.steps USING btree (request_id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.requests(id);
ALTER TABLE ONLY public.steps
    ADD CONSTRAINT steps_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.requests(id);
