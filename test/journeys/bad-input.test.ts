import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boltLogger } from '../../src/bot/slack/bolt-logger.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import {
  channels,
  employeesOf,
  type Office,
  openOffice,
  ourService,
  releasedService,
  temporaryFolder,
} from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

/** Milliseconds until every uncertain request has been looked up or retried. */
const untilRepeated = 60_000;

async function submitJane({ ines }: Office) {
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  return ines.submit();
}

describe('when the onboarding service misbehaves', () => {
  it.each([
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
  ])('that it %s: says so, and keeps the request', async (_case, status, body, sentence) => {
    const broken = await serverThat((_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
    });
    const office = await openOffice(cleanup, { service: { url: broken, token: 'a'.repeat(40) } });
    expect(await submitJane(office)).toEqual({ outcome: 'updated' });
    const { texts } = await office.ines.untilView('Request saved');
    expect(texts.join('\n')).toContain(sentence);
    expect(texts.join('\n')).not.toMatch(/Error:|at .*\.ts:/);
    const [request] = await office.bot.ledger.list(10);
    expect(request).toMatchObject({ subject: 'jane@acme.example', outcome: null });
  });

  it('says that it cannot be reached, and keeps the request', async () => {
    const gone = await serverThat(() => {});
    const office = await openOffice(cleanup, {
      service: { url: gone, token: 'a'.repeat(40) },
      waitForMenus: false,
    });
    await cleanupServer(gone);
    await submitJane(office);
    const { texts } = await office.ines.untilView('Request saved');
    expect(texts.join('\n')).toContain('can’t reach the onboarding service');
    expect((await office.bot.ledger.list(10))[0]?.outcome).toBeNull();
  });

  inWhole('answers in time when the service is slow, and brings the outcome afterwards', async () => {
    const service = await releasedService(cleanup);
    const office = await openOffice(cleanup, { service, speed: 10, patience: 3_000 });
    service.setLatency(1_000);
    await submitJane(office);
    expect((await office.ines.untilView('Request saved')).texts.join('\n')).toContain('longer than usual');
    service.setLatency(0);
    await office.ines.untilMessage('Jane Doe has been added.');
    await office.ines.untilView('New hire added');
    expect(
      service.requests.filter(({ path, method }) => path === '/api/users/' && method === 'POST'),
    ).toHaveLength(1);
  });

  it('explains a menu that has nothing to show yet, and refuses what was chosen from it', async () => {
    const silent = await serverThat(() => {});
    const office = await openOffice(cleanup, {
      service: { url: silent, token: 'a'.repeat(40) },
      waitForMenus: false,
    });
    const { ines } = office;
    await ines.command('/newhire Jane Doe jane@acme.example');
    await ines.untilView('New hire');
    const { options } = await ines.options('Manager', '');
    expect(options).toEqual(['The employees haven’t loaded yet. Try again in a moment.']);
    await ines.choose('Manager', options[0] ?? '');
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors.Manager).toContain('isn’t available');
    await cleanupServer(silent);
  });

  it('finds a hire that was made although the service answered an error, and makes it once', async () => {
    const service = await releasedService(cleanup);
    const clock = testClock({ speed: 10 });
    const office = await openOffice(cleanup, { service, clock });
    service.failNext('/api/users/', 'error-after');
    await submitJane(office);
    clock.moveBy(untilRepeated);
    await office.ines.untilMessage('Jane Doe has been added.');
    expect(service.employees().filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
  });

  it('takes up what was open when it was stopped', async () => {
    const service = await releasedService(cleanup);
    service.failNext('/api/users/', 'drop', 1);
    const clock = testClock({ speed: 1 });
    const office = await openOffice(cleanup, { service, clock });
    service.spoilToken(service.token, 'removed');
    await submitJane(office);
    await office.ines.untilView('Request saved');
    await office.bot.stop();
    service.allowToken(service.token);
    await office.start();
    clock.moveBy(untilRepeated);
    await office.ines.untilMessage('Jane Doe has been added.');
    expect(service.employees().filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
  });
});

describe('in the form', () => {
  const shared = sharedOffice(async (own) => {
    const service = await ourService(own);
    return { ...(await openOffice(own, { service })), service };
  });

  inWhole('a refusal that comes later than Slack shows it comes as a message', async () => {
    const service = await releasedService(cleanup);
    // Members of HR's user group are looked up when they act, not at startup.
    const group = { id: 'S0HR', handle: 'hr', name: 'HR', users: ['U0INES'] };
    const office = await openOffice(cleanup, {
      service,
      speed: 2,
      env: { FRONTDESK_HR: 'S0HR' },
      workspace: { userGroups: [group] },
      patience: 3_000,
    });
    const { ines } = office;
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    // Restart, so that access is looked up again while Slack is slow.
    await office.bot.stop();
    const bot = await office.start();
    await bot.directory.refresh();
    await fetch(`${service.url}/api/users/`, {
      method: 'POST',
      headers: { authorization: `Token ${service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Joan', last_name: 'Roe', email: 'jane@acme.example', role: 0 }),
    });
    office.sandbox.addFault({ target: 'users.info', kind: 'delay', milliseconds: 3_100 });
    expect(await ines.submit()).toMatchObject({ outcome: 'pushed' });
    expect(ines.view().texts.join('\n')).toContain('may not be saved');
    await ines.untilMessage('Jane Doe wasn’t added');
  });

  it.each([
    ['First name', '   ', 'Enter a first name'],
    ['Work email', 'jane..doe@acme.example', 'Before the @, use only letters'],
    ['Message', 'Hello {% nope %}', 'Remove the brackets'],
  ])('%s “%s” is answered at the field, and nothing typed is lost', async (label, typed, sentence) => {
    const { ines } = shared();
    await ines.command('/newhire Jane Doe jane@acme.example');
    await ines.untilView('New hire');
    await ines.fill({ Position: 'Engineer', [label]: typed });
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors[label]).toContain(sentence);
    expect(ines.view().fields.Position?.value).toBe('Engineer');
  });

  it('an address that exists is answered at its field with the service’s words', async () => {
    const { ines } = await openOffice(cleanup, { service: await releasedService(cleanup) });
    await ines.command('/newhire Sofia Two SOFIA.lindqvist@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.submit();
    expect(ines.view().errors['Work email'] ?? ines.view().texts.join(' ')).toContain(
      'already has this address',
    );
  });

  it.each([
    ['a broadcast', 'broadcast', '<!channel>', 'Doe'],
    ['a mention and a link', 'mention', '<@U0SOFIA>', '<https://evil.example|Doe>'],
    ['formatting', 'formatting', '*Jane*', '_D`o~e'],
    ['an ampersand and entities', 'ampersand', 'J&amp;J', 'A & B <3'],
    ['emoji and a code that looks like one', 'emoji', '👩‍🚀 :tada:', 'Doe'],
    ['right-to-left letters', 'arabic', 'عمر', 'حداد'],
    ['200 letters', 'long', 'x'.repeat(200), 'Ź'.repeat(200)],
  ])('a name with %s (%s@…) arrives as typed and formats nothing', async (_case, address, first, last) => {
    const { ines, sofia, service } = shared();
    const email = `${address}@acme.example`;
    const headlines = () => sofia.messages(channels.hires);
    const before = headlines().length;
    await ines.command('/newhire 2999-01-01');
    await ines.untilView('New hire');
    await ines.fill({ 'First name': first, 'Last name': last, 'Work email': email });
    expect(await ines.submit()).toEqual({ outcome: 'updated' });
    await ines.untilView('New hire added');
    const odd = (await employeesOf(service)).find((one) => one.email === email);
    expect(odd).toMatchObject({ first_name: first, last_name: last });
    const headline = await sofia.until(() => headlines()[before]);
    expect(headline.text).toContain('joins');
    expect(headline.texts.join(' ')).toContain(`${first} ${last}`.slice(0, 100));
    expect(headline.mentions).toEqual([]);
  });
});

describe('from the network', () => {
  const shared = sharedOffice(async (own) =>
    openOffice(own, { mode: 'http', service: await ourService(own) }),
  );

  it.each([
    ['forged', 'v0=0000', () => Math.floor(Date.now() / 1000)],
    ['stale', undefined, () => Math.floor(Date.now() / 1000) - 3600],
  ])('refuses a %s signature, and nothing happens', async (_case, signature, timestamp) => {
    const { sandbox, bot } = shared();
    const body = new URLSearchParams({
      command: '/newhire',
      user_id: 'U0INES',
      team_id: sandbox.teamId,
    }).toString();
    const time = String(timestamp());
    const right = `v0=${createHmac('sha256', sandbox.signingSecret).update(`v0:${time}:${body}`).digest('hex')}`;
    const answer = await fetch(`${bot.url}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': time,
        'x-slack-signature': signature ?? right,
      },
      body,
    });
    expect(answer.status).toBe(401);
    expect(sandbox.calls('views.open')).toEqual([]);
  });
});

describe('no name, no address and no secret is in the log, at any level', () => {
  const secret = 'Jane-Doe-secret-of-thirty-two-letters';
  const unfit = /jane|doe\b|acme\.example|xoxb-|xapp-/i;

  function traced() {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    return { lines, log: createLog({ level: 'trace', format: 'json', destination }) };
  }

  it.each(['socket', 'http'] as const)('whatever happens, by %s', async (mode) => {
    const { lines, log } = traced();
    const service = await releasedService(cleanup);
    const env = {
      FRONTDESK_SECRET: secret,
      METRICS_PORT: '0',
    };
    const clock = testClock({ speed: 10 });
    const office = await openOffice(cleanup, { mode, service, log, env, clock });
    const { ines, sandbox, environment, bot } = office;
    service.failNext('/api/users/', 'error-after');
    sandbox.addFault({ kind: 'not json', target: 'chat.postMessage' });
    await submitJane(office);
    clock.moveBy(untilRepeated);
    await expect.poll(() => lines.some((line) => line.includes('a message waits for Slack'))).toBe(true);
    clock.moveBy(untilRepeated);
    await ines.untilMessage('Jane Doe has been added.');
    await office.robin.command('/newhire Jane Doe jane@acme.example');
    const stored = openDatabase(environment.DATABASE_URL);
    cleanup.later(stored.close);
    await sql`alter table drafts rename to away`.execute(stored.db);
    await ines.command('/newhire drafts');
    await expect.poll(() => lines.some((line) => line.includes('a listener failed'))).toBe(true);
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

  it.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)(
    'also where a library has put it into its error: %s',
    async (level) => {
      const { lines, log } = traced();
      const jane = { email: 'jane@acme.example', name: 'Jane Doe', token: 'xoxb-1-a' };
      const failures = [
        () => JSON.parse('Jane Doe, jane@acme.example'),
        () => JSON.parse(`{"name": Jane Doe}`),
        () => new URL('Jane Doe'),
        () => fetch('http://jane:doe@127.0.0.1:1'),
        () => fetch('http://jane.acme.example:99999/?token=xoxb-1-a'),
        () => new Intl.DateTimeFormat('en', { timeZone: 'Jane Doe' }).format().slice(9).at(Number.NaN)?.at(1),
        () => z.object({ name: z.enum(['a']), email: z.strictObject({}) }).parse({ ...jane, email: jane }),
        () => sql.raw('select "Jane Doe" from nowhere').execute(memory().db),
        () => sql`insert into t values (${jane.name}), (${jane.name})`.execute(memory().db),
        () =>
          Promise.reject(
            Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(jane@acme.example)' }),
          ),
        () => Promise.reject(new Error('invalid input syntax for type integer: "Jane Doe"', { cause: jane })),
        () => Promise.reject(new Error("it can't be read: 'Jane Doe'", { cause: new Error('xoxb-1-a') })),
      ];
      for (const fail of failures)
        await Promise.resolve()
          .then(fail)
          .catch((err: unknown) =>
            log[level]({ err, ...jane, more: { body: jane, deep: jane } }, 'it failed'),
          );
      boltLogger(log).error(new SyntaxError('Unexpected token "Jane Doe"'), jane, 'xoxb-1-a');
      boltLogger(log).warn('could not parse {"name": "Jane Doe"} of jane@acme.example', jane);
      expect(lines.length).toBeGreaterThan(12);
      expect(lines.filter((line) => unfit.test(line))).toEqual([]);
    },
  );

  function memory() {
    const database = openDatabase(`sqlite:${join(temporaryFolder(cleanup), 'some.db')}`);
    cleanup.later(database.close);
    return database;
  }
});

const servers = new Map<string, Server>();

async function serverThat(answer: Parameters<typeof createServer>[1] & object): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  servers.set(url, server);
  cleanup.later(() => cleanupServer(url));
  return url;
}

async function cleanupServer(url: string): Promise<void> {
  const server = servers.get(url);
  servers.delete(url);
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
}
