import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { boltLogger } from '../../src/bot/slack/web-client.ts';
import { openDatabase } from '../../src/database/open.ts';
import { signatureHeaders } from '../../src/sandbox/delivery/delivery.ts';
import { testClock } from '../clock.ts';
import { type Mishap, startProxy } from '../faults/proxy.ts';
import {
  addedElsewhere,
  type Office,
  releasedService,
  serverThat,
  temporaryFolder,
  writtenLog,
} from './office.ts';
import { channels, inOneOffice, inWhole, it, modes } from './world.ts';

const inOne = inOneOffice();
const token = 'a'.repeat(40);
const form = '/newhire Jane Doe jane@acme.example 2999-01-01';
const silence: Mishap = { when: 'before', answer: 'nothing' };
/** Milliseconds until every uncertain request has been looked up or retried. */
const untilRepeated = 60_000;

async function submitJane({ ines }: Office) {
  await ines.open(form);
  return ines.submit();
}

it.for([
  ['refuses the token', 401, '{"detail":"Invalid token."}', 'no longer accepts Frontdesk’s admin token'],
  ['says the token is no administrator’s', 403, '{"detail":"No."}', 'isn’t an administrator’s'],
  ['has its API switched off', 404, '<h1>Not Found</h1>', 'switched off'],
  ['breaks', 500, '<h1>Server Error (500)</h1>', 'had an error'],
  ['is being restarted behind its proxy', 502, '<html>Bad Gateway</html>', 'had an error'],
  ['answers HTML with 200', 200, '<html>Welcome</html>', 'can’t read the onboarding service’s answer'],
  ['answers broken JSON', 201, '{"id": 4', 'can’t read the onboarding service’s answer'],
  ['answers JSON of another shape', 200, '[1,2,3]', 'can’t read the onboarding service’s answer'],
  ['redirects', 302, '', 'sends Frontdesk to another address'],
  ['asks to slow down', 429, '', 'is busy'],
] as const)('says that the service %s, and keeps the request', async (row, { open, cleanup }) => {
  const [, status, body, sentence] = row;
  const url = await serverThat(cleanup, (_request, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
  });
  const office = await open({ service: { url, token } });
  expect(await submitJane(office)).toEqual({ outcome: 'updated' });
  await office.ines.untilView('Request saved');
  expect(office.ines.pageText()).toContain(sentence);
  expect(office.ines.pageText()).not.toMatch(/Error:|at .*\.ts:/);
  const [request] = await office.bot.ledger.list(10);
  expect(request).toMatchObject({ subject: 'jane@acme.example', outcome: null });
});

it('explains a menu without options yet, and keeps a request for a service that can’t be reached', async ({
  open,
  cleanup,
}) => {
  const { url, stop } = await startProxy(cleanup, '', () => silence);
  const office = await open({ service: { url, token }, waitForMenus: false });
  const { ines } = office;
  await ines.open(form);
  const { options } = await ines.options('Manager', '');
  expect(options).toEqual(['Employees haven’t loaded yet. Try again in a moment.']);
  await ines.choose('Manager', options[0] ?? '');
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors.Manager).toContain('isn’t available');
  stop();
  await submitJane(office);
  await ines.untilView('Request saved');
  expect(ines.pageText()).toContain('can’t reach the onboarding service');
  expect((await office.bot.ledger.list(10))[0]?.outcome).toBeNull();
});

inWhole('answers in time though the service is slow, and brings the outcome later', async ({ open }) => {
  const clock = testClock({ speed: 10 });
  const office = await open({ service: releasedService, clock, patience: 3_000 });
  const { ines, service } = office;
  service.setLatency(1_000);
  await submitJane(office);
  await ines.untilView('Request saved');
  expect(ines.pageText()).toContain('slow to answer');
  service.setLatency(0);
  await ines.untilMessage('Jane Doe has been added.');
  await ines.untilView('New hire added');
  const posted = service.requests.filter(({ path, method }) => path === '/api/users/' && method === 'POST');
  expect(posted).toHaveLength(1);
});

inWhole('sends a refusal as a message if Slack no longer shows it in the form', async ({ open }) => {
  // Members of HR's user group are looked up when they act, not at startup.
  const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0INES'] };
  const office = await open({
    service: releasedService,
    clock: testClock({ speed: 2 }),
    env: { FRONTDESK_HR: 'S0HR' },
    workspace: { userGroups: [group] },
    patience: 3_000,
  });
  const { ines } = office;
  await ines.open(form);
  // Restart, so that access is looked up again while Slack is slow.
  await office.bot.stop();
  const bot = await office.start();
  await bot.directory.refresh();
  await addedElsewhere(office.service);
  office.sandbox.addFault({ target: 'users.info', kind: 'delay', milliseconds: 3_100 });
  expect(await ines.submit()).toMatchObject({ outcome: 'pushed' });
  expect(ines.pageText()).toContain('may not be saved');
  await ines.untilMessage('Jane Doe wasn’t added');
});

inOne.for([
  ['First name', '   ', 'Enter 1 to '],
  ['Work email', 'jane..doe@acme.example', 'Before the @, use a–z'],
  ['Message', 'Hello {% nope %}', 'Remove {{ … }} and {% … %}'],
] as const)('answers %s “%s” at the field, and keeps everything', async (row, { office: { ines } }) => {
  const [label, typed, sentence] = row;
  await ines.fillIn('/newhire Jane Doe jane@acme.example', { Position: 'Engineer', [label]: typed });
  expect((await ines.submit()).outcome).toBe('errors');
  expect(ines.view().errors[label]).toContain(sentence);
  expect(ines.values().Position).toBe('Engineer');
});

inOne.for([
  ['a broadcast', 'broadcast', '<!channel>', 'Doe'],
  ['a mention and a link', 'mention', '<@U0SOFIA>', '<https://evil.example|Doe>'],
  ['formatting', 'formatting', '*Jane*', '_D`o~e'],
  ['an ampersand and entities', 'ampersand', 'J&amp;J', 'A & B <3'],
  ['emoji and a code that looks like one', 'emoji', '👩‍🚀 :tada:', 'Doe'],
  ['right-to-left letters', 'arabic', 'عمر', 'حداد'],
  ['200 letters', 'long', 'x'.repeat(200), 'Ź'.repeat(200)],
] as const)('sends a name with %s (%s@…) as typed, and formats nothing', async (row, { office }) => {
  const [, address, first, last] = row;
  const { ines, sofia, inService } = office;
  const email = `${address}@acme.example`;
  const headlines = () => sofia.messages(channels.hires);
  const before = headlines().length;
  await ines.fillIn('/newhire 2999-01-01', { 'First name': first, 'Last name': last, 'Work email': email });
  expect(await ines.submit()).toEqual({ outcome: 'updated' });
  await ines.untilView('New hire added');
  expect(await inService(email)).toMatchObject([{ first_name: first, last_name: last }]);
  const headline = await sofia.until(() => headlines()[before]);
  expect(headline.text).toContain('joins');
  expect(headline.texts.join(' ')).toContain(`${first} ${last}`.slice(0, 100));
  expect(headline.mentions).toEqual([]);
});

it('refuses a forged or stale signature, and nothing happens', async ({ open }) => {
  const { sandbox, bot } = await open({ mode: 'http' });
  const fields = { command: '/newhire', user_id: 'U0INES', team_id: sandbox.teamId };
  const body = new URLSearchParams(fields).toString();
  const signed = (secret: string, at: number) => signatureHeaders(secret, body, at);
  const now = Date.now();
  for (const signature of [
    { ...signed(sandbox.signingSecret, now), 'x-slack-signature': 'v0=0000' },
    signed('another secret', now),
    signed(sandbox.signingSecret, now - 3_600_000),
  ]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signature };
    const answer = await fetch(`${bot.url}/slack/events`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
  }
  expect(sandbox.calls('views.open')).toEqual([]);
});

const secret = 'Jane-Doe-secret-of-thirty-two-letters';
const unfit = /jane|doe\b|acme\.example|xoxb-|xapp-/i;

it.for(modes)('logs no name, address or secret (%s)', async (mode, { open }) => {
  const { lines, log } = writtenLog();
  const env = { FRONTDESK_SECRET: secret, METRICS_PORT: '0' };
  const clock = testClock({ speed: 10 });
  const office = await open({ mode, service: releasedService, log, env, clock });
  const { ines, sandbox, bot, service } = office;
  const isLogged = (text: string) => expect.poll(() => lines.some((line) => line.includes(text))).toBe(true);
  service.failNext('/api/users/', 'error-after');
  sandbox.addFault({ kind: 'not json', target: 'chat.postMessage' });
  await submitJane(office);
  clock.moveBy(untilRepeated);
  await isLogged('a message waits for Slack');
  clock.moveBy(untilRepeated);
  await ines.untilMessage('Jane Doe has been added.');
  await office.robin.command('/newhire Jane Doe jane@acme.example');
  await office.inDatabase((db) => sql`alter table drafts rename to away`.execute(db));
  await ines.command('/newhire drafts');
  await isLogged('a listener failed');
  await bot.stop();
  const written = lines.join('');
  for (const line of ['a request is written down', 'a request has ended']) expect(written).toContain(line);
  const payloads = lines.filter((line) => /what Slack brought was handled|a listener failed/.test(line));
  for (const outcome of ['handled', 'refused', 'failed'])
    expect(payloads.some((line) => line.includes(`"outcome":"${outcome}"`))).toBe(true);
  const [reference] = /E-[0-9A-Z]{8}/.exec(written) ?? [];
  expect(lines.filter((line) => reference && line.includes(reference))).toHaveLength(1);
  expect(lines.filter((line) => unfit.test(line) || line.includes(secret))).toEqual([]);
  const secrets = [service.token, sandbox.botToken, sandbox.signingSecret, sandbox.appToken];
  expect(secrets.filter((one) => written.includes(one))).toEqual([]);
});

it.for(['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)(
  'logs no name or address that a library has put into its error (%s)',
  async (level, { cleanup }) => {
    const { lines, log } = writtenLog();
    const jane = { email: 'jane@acme.example', name: 'Jane Doe', token: 'xoxb-1-a' };
    const { db, close } = openDatabase(`sqlite:${join(temporaryFolder(cleanup), 'some.db')}`);
    cleanup.later(close);
    const duplicate = { detail: 'Key (email)=(jane@acme.example)' };
    const failures = [
      () => JSON.parse('Jane Doe, jane@acme.example'),
      () => JSON.parse(`{"name": Jane Doe}`),
      () => new URL('Jane Doe'),
      () => fetch('http://jane:doe@127.0.0.1:1'),
      () => fetch('http://jane.acme.example:99999/?token=xoxb-1-a'),
      () => new Intl.DateTimeFormat('en', { timeZone: 'Jane Doe' }).format().slice(9).at(Number.NaN)?.at(1),
      () => z.object({ name: z.enum(['a']), email: z.strictObject({}) }).parse({ ...jane, email: jane }),
      () => sql.raw('select "Jane Doe" from nowhere').execute(db),
      () => sql`insert into t values (${jane.name}), (${jane.name})`.execute(db),
      () => Promise.reject(Object.assign(new Error('duplicate key'), duplicate)),
      () => Promise.reject(new Error('invalid input syntax for type integer: "Jane Doe"', { cause: jane })),
      () => Promise.reject(new Error("it can't be read: 'Jane Doe'", { cause: new Error('xoxb-1-a') })),
    ];
    const failed = (err: unknown) =>
      log[level]({ err, ...jane, more: { body: jane, deep: jane } }, 'it failed');
    for (const fail of failures) await Promise.resolve().then(fail).catch(failed);
    boltLogger(log).error(new SyntaxError('Unexpected token "Jane Doe"'), jane, 'xoxb-1-a');
    boltLogger(log).warn('could not parse {"name": "Jane Doe"} of jane@acme.example', jane);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line) => unfit.test(line))).toEqual([]);
  },
);
