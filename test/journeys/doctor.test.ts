import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { say as ofSlack } from '../../src/bot/health/slack-messages.ts';
import { migrations } from '../../src/bot/storage/migrations.ts';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { lookAtDatabase } from '../../src/commands/doctor/look-at-database.ts';
import type { DatabaseKind } from '../../src/database/open.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { inWhole } from '../faults/trials.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import {
  blackHole,
  closedPort,
  contentsOf,
  copied,
  doctor,
  selfSignedService,
  slackBut,
  storedDatabase,
} from './doctor-office.ts';
import {
  type Cleanup,
  createCleanup,
  manifest,
  type Office,
  openOffice,
  ourService,
  releasedService,
  serverThat,
  temporaryFolder,
} from './office.ts';
import { somebody } from './people-office.ts';
import { runFrontdesk, runHere } from './program.ts';

type Env = Record<string, string>;

const stage = createCleanup();
let cleanup: Cleanup;
let office: Office;
let service: Awaited<ReturnType<typeof ourService>>;
let database: string;

const channels = [
  ...demoWorkspace.channels,
  { id: 'C0ARCHIVED', name: 'old-hires', members: [], hasApp: true, isArchived: true },
  { id: 'C0WITHOUT', name: 'without', isPrivate: true, members: [], hasApp: false },
  { id: 'C0OUTSIDE', name: 'outside', members: [], hasApp: false },
  { id: 'C0SHARED', name: 'shared', isPrivate: true, members: [], hasApp: true, isExtShared: true },
];

beforeAll(async () => {
  service = await ourService(stage);
  const people = [...demoWorkspace.people, somebody('U0GONE', 'Gone', { isDeleted: true })];
  const userGroups = [{ id: 'S0EMPTY', name: 'Empty', handle: 'empty', users: [] }];
  office = await openOffice(stage, { service, workspace: { channels, people, userGroups } });
  database = await storedDatabase(stage, service);
}, 60_000);
afterAll(() => stage.now());
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

type Named = [check: string, cause: RegExp, remedy: RegExp];
type Broken = { env: (good: Env) => Env | Promise<Env> } & ({ fails: Named } | { warns: Named });

async function expectNamed({ env, ...how }: Broken): Promise<void> {
  const [state, [at, cause, remedy]] = 'fails' in how ? ['failure', how.fails] : ['warning', how.warns];
  const broken = { ...office.environment, ...(await env(office.environment)) };
  const folder = dirname((broken.DATABASE_URL ?? '').replace('sqlite:', ''));
  const isOurs = folder.includes('frontdesk-') && broken.DATABASE_URL !== office.environment.DATABASE_URL;
  const before = isOurs ? contentsOf(folder) : [];
  const { lineOf, ok, exitCode, all, checks } = await doctor(broken);
  const line = lineOf(at);
  expect([line.state, line.what, line.todo ?? '']).toEqual([
    state,
    expect.stringMatching(cause),
    expect.stringMatching(remedy),
  ]);
  expect([ok, exitCode]).toEqual(state === 'warning' ? [true, 0] : [false, 1]);
  // Every problem says what to do, and no output contains a secret.
  for (const one of checks)
    if (one.state === 'failure' || one.state === 'warning')
      expect([one.name, one.todo]).not.toContain(undefined);
  for (const secret of secretsIn(broken)) expect(all).not.toContain(secret);
  if (isOurs) expect(contentsOf(folder)).toEqual(before);
}

function secretsIn(env: Env): string[] {
  const names = Object.keys(env).filter((name) => /TOKEN|SECRET|PASSWORD/.test(name));
  const values = [...names.map((name) => env[name] ?? ''), office.environment.SLACK_BOT_TOKEN, service.token];
  return values.filter((value) => value.length > 8 && !/^x(oxb|app)-1?-?other/.test(value));
}

/** Copies the stored connection into a database that can be spoilt. */
function stored(spoil: (path: string) => void, more: (path: string) => Env = () => ({})): Broken['env'] {
  return () => {
    const path = copied(cleanup, database);
    spoil(path);
    return { DATABASE_URL: `sqlite:${path}`, ONBOARDING_API_TOKEN: '', ...more(path) };
  };
}

const nothing = () => {};

const keyOf = (path: string) => path.replace(/\.db$/, '.key');

function inDatabase(path: string, statement: string): void {
  const open = new DatabaseSync(path);
  open.exec(statement);
  open.exec('pragma journal_mode = delete; pragma journal_mode = wal');
  open.close();
}

const serviceThat = (answer: RequestListener): Broken['env'] => {
  return async () => ({ ONBOARDING_URL: await serverThat(cleanup, answer) });
};
const answering =
  (status: number, headers: Env = {}, body = ''): RequestListener =>
  (_request, reply) =>
    void reply.writeHead(status, headers).end(body);

const released = (
  spoil: (deployment: Awaited<ReturnType<typeof releasedService>>) => void,
): Broken['env'] => {
  return async () => {
    const deployment = await releasedService(cleanup);
    spoil(deployment);
    return { ONBOARDING_URL: deployment.url, ONBOARDING_API_TOKEN: deployment.token };
  };
};

const ofRelease = (release: 'v2.0.20' | 'v2.0.32'): Broken['env'] => {
  return async () => {
    const { url, token } = await releasedService(cleanup, release);
    return { ONBOARDING_URL: url, ONBOARDING_API_TOKEN: token };
  };
};

/** The built-in service, to answer at this port. */
const builtIn = (port: () => Promise<string | number>): Broken['env'] => {
  return async () => ({
    ONBOARDING_URL: '',
    DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}`,
    SERVICE_DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'service.db')}`,
    SERVICE_PORT: String(await port()),
  });
};

const slackSaying = (method: string, body: Record<string, unknown>, headers: Env = {}): Broken['env'] => {
  return async ({ SLACK_API_URL = '' }) => ({
    SLACK_API_URL: await slackBut(cleanup, SLACK_API_URL, (asked, answer) =>
      asked === method
        ? { body: { ...answer.body, ...body }, headers: { ...answer.headers, ...headers } }
        : undefined,
    ),
  });
};
const slackRefusing = (method: string, error: string) => slackSaying(method, { ok: false, error });

const databases: Record<string, Broken> = {
  'a database that is another file': {
    env: stored((path) => writeFileSync(path, 'Dear diary, '.repeat(2_000))),
    fails: ['database', /isn't a database/, /put a backup in its place/],
  },
  'a damaged database': {
    env: stored((path) => truncateSync(path, statSync(path).size / 2)),
    fails: ['database', /damaged/, /backup/],
  },
  'a folder in the place of the database': {
    env: () => ({ DATABASE_URL: `sqlite:${temporaryFolder(cleanup)}` }),
    fails: ['database', /is a folder/, /Name a file in it/],
  },
  'a file in the place of the folder': {
    env: stored(nothing, (path) => ({ DATABASE_URL: `sqlite:${path}/frontdesk.db` })),
    fails: ['database', /is a file, so/, /Check the address/],
  },
  'a database of a newer version': {
    env: stored((path) =>
      inDatabase(path, "insert into kysely_migration values ('999-future', '2031-01-01')"),
    ),
    fails: ['database', /made by a newer version/, /Run that version/],
  },
  'no database yet': {
    env: () => ({ DATABASE_URL: `sqlite:${join(temporaryFolder(cleanup), 'data', 'frontdesk.db')}` }),
    warns: ['database', /doesn’t exist yet/, /npm start/],
  },
  'a PostgreSQL that is not there': {
    env: async () => ({ DATABASE_URL: `postgres://frontdesk:hush-hush@127.0.0.1:${await closedPort()}/x` }),
    fails: ['database', /can't be reached/, /Check that it runs/],
  },
  'a database that others can read': {
    env: stored((path) => chmodSync(path, 0o644)),
    warns: ['files', /can read: .*frontdesk\.db/, /chmod go=/],
  },
  'a key that others can change': {
    env: stored((path) => chmodSync(keyOf(path), 0o666)),
    fails: ['files', /can change: .*frontdesk\.key/, /chmod go=/],
  },
  'a missing key': {
    env: stored((path) => rmSync(keyOf(path))),
    fails: ['key', /key file .* is missing/, /token set/],
  },
  'a key that was cut off': {
    env: stored((path) => writeFileSync(keyOf(path), 'abc\n')),
    fails: ['key', /is damaged/, /from a backup/],
  },
  'another key': {
    env: stored(nothing, () => ({ FRONTDESK_SECRET: 'another-secret-of-thirty-two-characters' })),
    fails: ['key', /encrypted with another key/, /FRONTDESK_SECRET/],
  },
};

const slacks: Record<string, Broken> = {
  'a Slack that is not there': {
    env: async () => ({ SLACK_API_URL: `http://127.0.0.1:${await closedPort()}/api/` }),
    fails: ['slack', /Nothing answers at the address of Slack \(ECONNREFUSED\)/, /host and port/],
  },
  'a page in the place of Slack': {
    env: async () => ({ SLACK_API_URL: await serverThat(cleanup, answering(200, {}, '<h1>Sign in</h1>')) }),
    fails: ['slack', /isn’t from Slack/, /SLACK_API_URL/],
  },
  'a Slack that is down': {
    env: async () => ({ SLACK_API_URL: await serverThat(cleanup, answering(503)) }),
    fails: ['slack', /status 503/, /slack-status/],
  },
  'a revoked bot token': {
    env: slackRefusing('auth.test', 'token_revoked'),
    fails: ['slack-token', /revoked.*\(token_revoked\)/, /install the app again/],
  },
  'an unknown bot token': {
    env: () => ({ SLACK_BOT_TOKEN: 'xoxb-other' }),
    fails: ['slack-token', /doesn’t know SLACK_BOT_TOKEN/, /Copy the whole/],
  },
  'an unknown app-level token': {
    env: () => ({ SLACK_APP_TOKEN: 'xapp-1-other' }),
    fails: ['slack-requests', /refuses SLACK_APP_TOKEN \(invalid_auth\)/, /connections:write/],
  },
  'an app-level token that may not connect': {
    env: slackRefusing('apps.connections.open', 'missing_scope'),
    fails: ['slack-requests', /may not open connections/, /connections:write/],
  },
  'Socket Mode that is off': {
    env: slackRefusing('apps.connections.open', 'forbidden_team'),
    fails: [
      'slack-requests',
      /doesn’t offer a Socket Mode connection \(forbidden_team\)/,
      /Enable Socket Mode/,
    ],
  },
  'tokens of two apps': {
    env: slackSaying('bots.info', { bot: { id: 'B1', app_id: 'A0ANOTHER' } }),
    fails: ['slack-requests', /A0SANDBOX, SLACK_BOT_TOKEN for A0ANOTHER/, /same app’s page/],
  },
  'a token without a vital scope': {
    env: slackSaying('auth.test', {}, { 'x-oauth-scopes': 'commands,users:read' }),
    fails: ['slack-permissions', /chat:write \(sending messages\)/, /frontdesk -- manifest/],
  },
  'a token without a lesser scope': {
    env: async ({ SLACK_API_URL = '' }) => ({
      SLACK_API_URL: await slackBut(cleanup, SLACK_API_URL, (_method, { headers }) => ({
        headers: {
          ...headers,
          'x-oauth-scopes': headers['x-oauth-scopes']?.replace(',files:write', '') ?? '',
        },
      })),
    }),
    warns: ['slack-permissions', /lacks: files:write \(sending calendar files\)\.$/, /install the app/],
  },
  'an id that nobody has': {
    env: () => ({ FRONTDESK_HR: 'U0INES,U0NOBODY,S0NOGROUP' }),
    fails: ['access', /U0NOBODY, S0NOGROUP/, /FRONTDESK_HR/],
  },
  'somebody who was deactivated': {
    env: () => ({ FRONTDESK_MANAGERS: 'U0GONE' }),
    warns: ['access', /U0GONE can’t have access/, /FRONTDESK_MANAGERS/],
  },
  'a user group with nobody in it': {
    env: () => ({ FRONTDESK_HR: 'S0EMPTY' }),
    warns: ['access', /Nobody is in the user group S0EMPTY/, /Add people/],
  },
  'managers without HR': {
    env: () => ({ FRONTDESK_HR: '' }),
    fails: ['access', /No one is HR/, /FRONTDESK_HR/],
  },
  'a channel that does not exist': {
    env: () => ({ FRONTDESK_CHANNELS: 'C0NOWHERE' }),
    fails: ['channel C0NOWHERE', /C0NOWHERE doesn’t exist, or it’s private/, /\/invite @Frontdesk/],
  },
  'an archived channel': {
    env: () => ({ FRONTDESK_CHANNELS: 'C0ARCHIVED' }),
    fails: ['channel C0ARCHIVED', /#old-hires \(C0ARCHIVED\) is archived/, /Unarchive/],
  },
  'a channel that Frontdesk is not in and may not enter': {
    env: async (good) => ({
      ...(await slackSaying('auth.test', {}, { 'x-oauth-scopes': 'chat:write' })(good)),
      FRONTDESK_CHANNELS: 'C0OUTSIDE',
    }),
    fails: ['channel C0OUTSIDE', /isn’t in #outside/, /\/invite/],
  },
  'a channel that another company reads': {
    env: () => ({ FRONTDESK_CHANNELS: 'C0SHARED' }),
    warns: ['channel C0SHARED', /C0SHARED is or will be shared with another company/, /stop sharing/],
  },
  'a private channel without Frontdesk in it': {
    env: () => ({ FRONTDESK_PRIVATE_CHANNEL: 'C0WITHOUT' }),
    fails: [
      'private-channel',
      /C0WITHOUT doesn’t exist, or it’s private and Frontdesk isn’t in it/,
      /FRONTDESK_PRIVATE_CHANNEL/,
    ],
  },
  'a private channel that is public': {
    env: () => ({ FRONTDESK_PRIVATE_CHANNEL: 'C0GENERAL' }),
    fails: ['private-channel', /is public, so Frontdesk sends nothing confidential/, /Make it private/],
  },
  'a clock that is wrong': {
    env: (given) =>
      slackSaying('auth.test', {}, { date: new Date(Date.now() + 600_000).toUTCString() })(given),
    fails: ['clock', /10 minutes behind Slack/, /NTP/],
  },
};

const services: Record<string, Broken> = {
  'an address where nothing answers': {
    env: async () => ({ ONBOARDING_URL: `http://127.0.0.1:${await closedPort()}` }),
    fails: ['service', /Nothing answers/, /Check that it runs/],
  },
  'a host name that does not exist': {
    env: () => ({ ONBOARDING_URL: 'https://onboarding.invalid' }),
    fails: ['service', /host name of the onboarding service can’t be found/, /Check the address/],
  },
  'a certificate that nobody has signed': {
    env: async () => ({ ONBOARDING_URL: await selfSignedService(cleanup) }),
    fails: [
      'service',
      /doesn’t trust the TLS certificate.*DEPTH_ZERO_SELF_SIGNED_CERT/,
      /NODE_EXTRA_CA_CERTS/,
    ],
  },
  'https where there is none': {
    env: async () => ({
      ONBOARDING_URL: (await serverThat(cleanup, answering(401))).replace('http', 'https'),
    }),
    fails: ['service', /doesn’t speak TLS/, /port/],
  },
  'http where there is https': {
    env: serviceThat(answering(400, {}, 'Client sent an HTTP request to an HTTPS server.')),
    fails: ['service', /expects https/, /https:\/\//],
  },
  'another program at the port': {
    env: async () => ({
      ONBOARDING_URL: `http://127.0.0.1:${await blackHole(cleanup, (socket) => socket.end('220 mail\r\n'))}`,
    }),
    fails: ['service', /doesn’t speak HTTP/, /host and port/],
  },
  'a connection that breaks off': {
    env: async () => ({
      ONBOARDING_URL: `http://127.0.0.1:${await blackHole(cleanup, (socket) => socket.resetAndDestroy())}`,
    }),
    fails: ['service', /breaks off/, /load balancer/],
  },
  'no organization yet': {
    env: serviceThat(answering(302, { location: '/setup/' })),
    fails: [
      'service',
      /isn’t set up yet: it redirects to http:\/\/127\.0\.0\.1:\d+\/setup\//,
      /in a browser/,
    ],
  },
  'a redirect to https': {
    env: serviceThat((request, reply) =>
      answering(301, { location: `https://${request.headers.host}/api/sequences/?token=hush` })(
        request,
        reply,
      ),
    ),
    fails: [
      'service',
      /redirects to https:\/\/127\.0\.0\.1:\d+\/api\/sequences\/\./,
      /Begin the address with https/,
    ],
  },
  'a redirect to a page to sign in': {
    env: serviceThat(answering(302, { location: 'https://sso.acme.example/login?next=secret' })),
    fails: ['service', /redirects to https:\/\/sso\.acme\.example\/login\./, /let Frontdesk past it/],
  },
  'an API that is switched off': {
    env: async () => {
      const token = 'c'.repeat(40);
      const deployment = await startReleasedDeployment({ token, apiAccess: false });
      cleanup.later(deployment.stop);
      return { ONBOARDING_URL: deployment.url };
    },
    fails: ['service', /API is switched off/, /API_ACCESS=True/],
  },
  'a wrong path': {
    env: ({ ONBOARDING_URL }) => ({ ONBOARDING_URL: `${ONBOARDING_URL}/api` }),
    fails: ['service', /no onboarding API at this address/, /without \/api/],
  },
  'a host that the service does not serve': {
    env: serviceThat(answering(400, { 'content-type': 'text/html' }, '<h1>Bad Request (400)</h1>')),
    fails: ['service', /rejects this address/, /ALLOWED_HOSTS/],
  },
  'somebody in front who asks for a password': {
    env: serviceThat(answering(401, { 'www-authenticate': 'Basic realm="staging"' })),
    fails: ['service', /asks for a sign-in \(status 401\)/, /past it/],
  },
  'another web site': {
    env: serviceThat(answering(200, {}, '<h1>Welcome</h1>')),
    fails: ['service', /isn’t an onboarding service \(status 200\)/, /own address/],
  },
  'a proxy with nothing behind it': {
    env: serviceThat(answering(502)),
    fails: ['service', /isn’t running behind its proxy \(status 502\)/, /Check that it runs/],
  },
  'a token whose owner was removed': {
    env: released(({ spoilToken, token }) => spoilToken(token, 'removed')),
    fails: ['service-token', /doesn’t accept the admin token/, /token set/],
  },
  'no token': {
    env: () => ({ ONBOARDING_API_TOKEN: '' }),
    fails: ['service-token', /No admin token is saved/, /token set/],
  },
  'a version that makes administrators': {
    env: ofRelease('v2.0.20'),
    fails: ['service-version', /2\.0\.31 or older.*make new hires administrators/, /2\.4\.1 or newer/],
  },
  'a version without offboarding': {
    env: ofRelease('v2.0.32'),
    warns: ['service-version', /2\.0\.32 to 2\.4\.0: offboarding .* don’t work/, /Update ChiefOnboarding/],
  },
  'a list that cannot be read': {
    env: released(({ failNext }) => failNext('/api/employees/', 'page')),
    fails: ['service-lists', /can’t read the onboarding service’s answer/, /at the proxy/],
  },
  'no sequence': {
    env: async () => {
      const token = 'd'.repeat(40);
      const employees = [{ email: 'hr@acme.example', role: 1 as const }];
      const deployment = await startReleasedDeployment({ token, employees, sequences: [] });
      cleanup.later(deployment.stop);
      return { ONBOARDING_URL: deployment.url, ONBOARDING_API_TOKEN: token };
    },
    warns: ['service-lists', /no sequences/, /Create sequences/],
  },
  'another program at the built-in service’s port': {
    env: builtIn(async () => new URL(await serverThat(cleanup, answering(404))).port),
    fails: ['service', /no onboarding API/, /another program uses this port/],
  },
  'a built-in service that is not running': {
    env: builtIn(closedPort),
    warns: ['service', /built-in onboarding service doesn’t answer/, /npm start/],
  },
};

describe.each([
  ['database', databases],
  ['Slack', slacks],
  ['onboarding service', services],
])('with a broken %s', (_what, broken) => {
  it.each(Object.entries(broken))('names cause and remedy of %s', (_name, how) => expectNamed(how));
});

it('names cause and remedy of an old Node', () => {
  const old =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.20.0" } })';
  const args = ['--import', `data:text/javascript,${old}`, 'src/main.ts', 'doctor'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(78);
  expect(stderr).toMatch(/this is Node 22\.20\.0\. Install it from .*nodejs\.org/);
});

it('is all ok on a good set-up, beside the running bot, with no message and no trace', async () => {
  const folder = dirname(office.environment.DATABASE_URL.replace('sqlite:', ''));
  const names = contentsOf(folder).map((line) => line.split(' ')[0]);
  const posted = office.sandbox.calls('chat.postMessage').length;
  const { bad, checks, ok, exitCode } = await doctor(office.environment);
  expect(bad).toEqual([]);
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect([ok, exitCode]).toEqual([true, 0]);
  expect(contentsOf(folder).map((line) => line.split(' ')[0])).toEqual(names);
  expect(office.sandbox.calls('chat.postMessage')).toHaveLength(posted);
  expect(office.sandbox.connections()).toBe(1);
});

it('says of HTTP mode no more than it knows, and shows no password of an address', async () => {
  const { ONBOARDING_URL = '', ...others } = office.environment;
  const { bad, lineOf, all } = await doctor({
    ...others,
    SLACK_APP_TOKEN: '',
    SLACK_SIGNING_SECRET: 'a-signing-secret',
    ONBOARDING_URL: ONBOARDING_URL.replace('://', '://ines:hush-hush@'),
  });
  expect(bad).toEqual([]);
  expect(lineOf('slack-requests').what).toContain('can’t be checked');
  expect(lineOf('service').what).toBe(`The API answers at ${ONBOARDING_URL}.`);
  for (const secret of ['hush-hush', 'a-signing-secret']) expect(all).not.toContain(secret);
});

inWhole(
  'ends with a sentence within seconds where nothing ever answers, and hides nothing else',
  async () => {
    const port = await blackHole(cleanup);
    const began = performance.now();
    const { lineOf, exitCode } = await doctor({
      ...office.environment,
      SLACK_API_URL: `http://127.0.0.1:${port}/api/`,
      ONBOARDING_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: `postgres://frontdesk:hush-hush@127.0.0.1:${port}/frontdesk`,
      FRONTDESK_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    });
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(exitCode).toBe(1);
    expect(lineOf('slack').what).toContain('No answer from Slack in time');
    expect(lineOf('service').what).toContain('No answer from the onboarding service in time');
    expect(lineOf('database').what).toContain("can't be reached");
    expect(lineOf('slack-permissions')).toMatchObject({
      state: 'unchecked',
      what: '“Slack” comes first.',
    });
    expect(lineOf('service-lists').what).toBe('“Onboarding service” comes first.');
    expect(lineOf('clock').state).toBe('unchecked');
  },
);

it('goes on without a variable that is wrong, and claims nothing that needs it', async () => {
  const { checks, lineOf } = await doctor({
    ...office.environment,
    SLACK_BOT_TOKEN: '',
    DATABASE_URL: 'mysql://frontdesk',
    FRONTDESK_HR: 'ines@acme.example',
    PORT: 'many',
  });
  const failed = checks.filter(({ state }) => state === 'failure').map(({ name }) => name);
  const named = ['SLACK_BOT_TOKEN', 'PORT', 'DATABASE_URL', 'FRONTDESK_HR'];
  expect(failed.sort()).toEqual(named.map((name) => `configuration ${name}`).sort());
  expect(lineOf('configuration FRONTDESK_HR').todo).toContain('Copy them from a profile');
  const needed = { database: 'DATABASE_URL', access: 'FRONTDESK_HR', 'slack-token': 'SLACK_BOT_TOKEN' };
  for (const [check, name] of Object.entries(needed))
    expect(lineOf(check).what).toBe(`${name} is missing or wrong.`);
  expect(lineOf('service-lists').state).toBe('ok');
});

it('does not claim what is stored in a database that cannot be read', async () => {
  const env = { ...office.environment, ONBOARDING_API_TOKEN: '', FRONTDESK_CHANNELS: '' };
  const { lineOf } = await doctor({ ...env, DATABASE_URL: `sqlite:${temporaryFolder(cleanup)}` });
  for (const name of ['channels', 'key', 'service'])
    expect(lineOf(name).what).toBe('“Database” comes first.');
  expect(lineOf('access').state).toBe('ok');
});

it('says that a disk is full', async () => {
  // /proc can't be written to and has no free blocks.
  if (process.platform !== 'linux') return;
  const { lineOf } = await doctor({ ...office.environment, DATABASE_URL: 'sqlite:/proc/frontdesk.db' });
  expect(lineOf('disk')).toMatchObject({
    state: 'failure',
    what: 'Only 0 MB free.',
    todo: expect.stringContaining('Make room'),
  });
});

it('looks at the clock of the service where Slack says nothing', async () => {
  const date = new Date(Date.now() - 180_000).toUTCString();
  const { lineOf } = await doctor({
    ...office.environment,
    ONBOARDING_URL: await serverThat(cleanup, answering(401, { date })),
    SLACK_API_URL: `http://127.0.0.1:${await closedPort()}/api/`,
  });
  expect(lineOf('clock')).toMatchObject({
    state: 'warning',
    what: 'This machine’s clock is 3 minutes ahead of the onboarding service.',
  });
});

it('knows every scope of the manifest, and what it is for', () => {
  const { oauth_config } = parse(manifest) as { oauth_config: { scopes: { bot: string[] } } };
  expect(Object.keys(ofSlack().scopes.purposes).sort()).toEqual(oauth_config.scopes.bot.toSorted());
});

it('makes nothing in an empty folder, says all of it on the terminal, and ends with 1', async () => {
  const folder = temporaryFolder(cleanup);
  const env = { SLACK_API_URL: office.environment.SLACK_API_URL };
  const { out, err, code } = await runFrontdesk(cleanup, ['doctor'], env, { folder });
  expect([code, err.trim()]).toEqual([1, '2 checks failed, 3 warnings.']);
  expect(out).toContain(
    'FAILURE      Configuration: SLACK_BOT_TOKEN is missing or wrong.\n             Set it to',
  );
  expect(out).toContain('ok           Slack: Slack answers.');
  expect(out).toContain('not checked  Slack bot token: SLACK_BOT_TOKEN is missing or wrong.');
  expect(contentsOf(folder)).toEqual([]);
});

it('ends with 2 when it is mistyped', async () => {
  const { err, code } = await runFrontdesk(cleanup, ['doctor', '--jsn'], {});
  expect([code, err]).toEqual([2, expect.stringContaining('unknown option')]);
});

const onPostgres = postgresUrl ? it : it.skip;
onPostgres('looks at PostgreSQL and leaves it as it is', async () => {
  const empty = await freshPostgres();
  cleanup.later(empty.remove);
  const env = { ...office.environment, DATABASE_URL: empty.url };
  for (let turn = 0; turn < 2; turn += 1)
    expect((await doctor(env)).lineOf('database')).toMatchObject({
      state: 'warning',
      what: expect.stringContaining('is empty'),
    });
  const missing = empty.url.replace(/\/[^/]+$/, '/no_such_database');
  expect((await doctor({ ...env, DATABASE_URL: missing })).lineOf('database')).toMatchObject({
    state: 'failure',
    what: 'PostgreSQL has no database of this name.',
    todo: expect.stringContaining('createdb'),
  });
  const { failure } = await runHere(['token', 'set', '--url', service.url], env, service.token);
  expect(failure).toBeUndefined();
  const { bad, lineOf } = await doctor({
    ...env,
    ONBOARDING_API_TOKEN: '',
    FRONTDESK_SECRET: 's'.repeat(40),
  });
  expect(bad.map(({ name }) => name)).toEqual(['key', 'service-token']);
  expect(lineOf('database').state).toBe('ok');
});

it('says of a database of an earlier version that a restart brings it up to date', async () => {
  const later = (kind: DatabaseKind) => ({ ...migrations(kind), '002-later': { up: async () => {} } });
  await using opened = new AsyncDisposableStack();
  const url = `sqlite:${copied(cleanup, database)}`;
  const looked = await lookAtDatabase(url, 'DATABASE_URL', later, opened);
  const { state, say } = await looked.check.look();
  const { what, todo } = say();
  expect([state, what, todo]).toEqual([
    'warning',
    expect.stringContaining('from an earlier version: 1 migration'),
    expect.stringContaining('restart Frontdesk'),
  ]);
});
