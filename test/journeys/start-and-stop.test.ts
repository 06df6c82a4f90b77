import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { statesOf } from '../faults/tally.ts';
import { inWhole, some } from '../faults/trials.ts';
import { closedPort } from './doctor-office.ts';
import { demoSlack, employeesOf, releasedService, serverThat, temporaryFolder } from './office.ts';
import { ended, type Running, saying, spawnFrontdesk, startHere } from './program.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 180_000 });

const cleanup = useCleanup();

const listening = /"health":"(http:[^"]+)".*Frontdesk is listening/;
const ready = /"health":"(http:[^"]+)".*Frontdesk is ready/;
const soon = { timeout: 60_000 };

async function withService(mode?: 'socket' | 'http') {
  const service = await releasedService(cleanup);
  const office = await demoSlack(cleanup, mode);
  const folder = temporaryFolder(cleanup);
  const env = {
    ...office.env,
    FRONTDESK_DRAIN_SECONDS: '0',
    ONBOARDING_URL: service.url,
    ONBOARDING_API_TOKEN: service.token,
  };
  return { ...office, service, env, folder, databaseUrl: `sqlite:${join(folder, 'data/frontdesk.db')}` };
}

async function started(env: Record<string, string>, options?: Parameters<typeof startHere>[3]) {
  const running = startHere(cleanup, ['start'], env, options);
  const isReady = running.saying(ready);
  isReady.catch(() => {});
  const [, health = ''] = await running.saying(listening);
  return { running, health, isReady };
}

async function spawned(env: Record<string, string>) {
  const child = spawnFrontdesk(cleanup, ['start'], env);
  const [, health = ''] = await saying(child, ready);
  return { child, health };
}

async function readiness(health: string): Promise<[number, string]> {
  const answer = await fetch(`${health}/readyz`);
  return [answer.status, await answer.text()];
}

/** Stops it. @returns its exit code, after checking the 15 seconds that supervisors allow */
async function stoppedInTime(running: Running | ChildProcess): Promise<number | null> {
  const began = performance.now();
  const code = await ('stop' in running ? running.stop() : ended(running, 'SIGTERM'));
  expect(performance.now() - began).toBeLessThan(15_000);
  return code;
}

type Fault = Parameters<DrivenSandbox['addFault']>[0];

const away = [
  ['Socket Mode', 'socket', { kind: 'reset' }, 'E'],
  ['HTTP mode', 'http', { kind: 'error', status: 500 }, 'status 500'],
  ['Socket Mode', 'socket', { kind: 'not json' }, 'unreadable answer'],
] as const;

it.each(some(away, 1))(
  'lives in %s while Slack cannot be reached, says why, and is ready soon after it can (%s, %j)',
  async (_mode, mode, fault: Omit<Fault, 'target'>, reason) => {
    const { sandbox, env } = await withService(mode);
    sandbox.addFault({ ...fault, target: '*', times: 10_000 });
    const { running, health, isReady } = await started(env, { clock: testClock({ speed: 5 }) });
    expect((await fetch(`${health}/healthz`)).status).toBe(200);
    await expect.poll(() => readiness(health), soon).toEqual([503, expect.stringContaining(`(${reason}`)]);
    await expect.poll(() => sandbox.calls('auth.test').length, soon).toBeGreaterThan(2);
    sandbox.clearFaults();
    await isReady;
    await expect.poll(() => readiness(health), soon).toEqual([200, expect.stringContaining('ok')]);
    expect(await stoppedInTime(running)).toBe(0);
  },
);

it('ends with 0 when it is asked to stop before it has ever reached Slack', async () => {
  const { env } = await withService();
  const nobody = `http://127.0.0.1:${await closedPort()}/api/`;
  const { running, health } = await started({ ...env, SLACK_API_URL: nobody });
  await expect.poll(() => readiness(health), soon).toEqual([503, expect.stringContaining('ECONNREFUSED')]);
  expect(await stoppedInTime(running)).toBe(0);
});

inWhole(
  'answers people who come over HTTP before Slack has said who it is, and lets Slack bring events again',
  async () => {
    const { sandbox, env, ines } = await withService('http');
    sandbox.addFault({ target: 'auth.test', kind: 'error', times: 10_000 });
    const { health, isReady } = await started(env, { clock: testClock({ speed: 5 }) });
    sandbox.setRequestUrl(`${health}/slack/events`);
    const answers = async () => {
      const before = sandbox.deliveries().length;
      await ines.openHome();
      await sandbox.settled();
      const opened = sandbox.deliveries().slice(before);
      return opened.filter(({ name }) => name === 'app_home_opened').map(({ answer }) => answer);
    };
    const refused = { ok: false, reason: expect.stringContaining('500') };
    // A busy machine may exceed Slack's patience once.
    await expect.poll(answers).toEqual([refused, refused]);
    await expect.poll(() => ines.command('/newhire')).toEqual({ outcome: 'done' });
    await ines.untilMessage('has just started');
    expect(ines.views()).toEqual([]);
    sandbox.clearFaults();
    await isReady;
    await ines.open('/newhire');
  },
);

inWhole(
  'stays when Slack refuses a token that it accepted before, says so, and goes on when it is accepted again',
  async () => {
    const { sandbox, env } = await withService();
    let refuses = false;
    const url = await serverThat(cleanup, async (request, response) => {
      const path = request.url?.replace('/api/', '') ?? '';
      const headers = { authorization: request.headers.authorization ?? '' };
      const isRefused = refuses && path === 'apps.connections.open';
      const answer = await fetch(`${sandbox.apiUrl}${path}`, { method: 'POST', headers });
      response.end(isRefused ? '{"ok":false,"error":"invalid_auth"}' : await answer.text());
    });
    const { running, health, isReady } = await started({ ...env, SLACK_API_URL: `${url}/api/` });
    await isReady;
    refuses = true;
    sandbox.dropSockets();
    const trouble = [503, expect.stringContaining("doesn't accept SLACK_APP_TOKEN")];
    await expect.poll(() => readiness(health), soon).toEqual(trouble);
    refuses = false;
    await expect.poll(() => readiness(health), soon).toEqual([200, expect.anything()]);
    expect(await stoppedInTime(running)).toBe(0);
  },
);

inWhole(
  'lets submissions in hand come to their end when it is asked to stop 0, 15, 60 or 300 ms after they were sent',
  async () => {
    const submittedBefore = async (ms: number) => {
      const { env, ines, service, folder, databaseUrl } = await withService();
      service.setLatency(150);
      const { running, isReady } = await started(env, { folder });
      await isReady;
      await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
      const submitted = ines.submit();
      await new Promise((resolve) => setTimeout(resolve, ms));
      const code = await stoppedInTime(running);
      const { outcome } = await submitted;
      const states = (await statesOf(databaseUrl)).get('jane@acme.example');
      const people = (await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example');
      return { ms, code, outcome, states, people: people.length };
    };
    // One office each: Slack waits long for a process that is gone.
    const ends = await Promise.all([0, 15, 60, 300].map(submittedBefore));
    // Either the form never arrived, and Slack says so, or it was processed completely.
    for (const end of ends) {
      const wentAllTheWay = { outcome: 'updated', states: ['done'], people: 1 };
      const neverCameIn = { outcome: 'no response', states: undefined, people: 0 };
      const expected = end.outcome === 'no response' ? neverCameIn : wentAllTheWay;
      expect(end).toEqual({ ms: end.ms, code: 0, ...expected });
    }
  },
);

inWhole(
  'does not wait for a service that does not answer when it is asked to stop, and finds out at the next start',
  async () => {
    const { env, ines, service, folder, databaseUrl } = await withService();
    const first = await started(env, { folder });
    await first.isReady;
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    service.failNext('/api/users/', 'hang');
    await ines.submit();
    expect(await stoppedInTime(first.running)).toBe(0);
    await (await started(env, { folder, clock: testClock({ speed: 5 }) })).isReady;
    const done = async () => (await statesOf(databaseUrl)).get('jane@acme.example');
    await expect.poll(done, { timeout: 90_000 }).toEqual(['done']);
    const people = (await employeesOf(service)).filter(({ email }) => email === 'jane@acme.example');
    expect(people).toHaveLength(1);
  },
);

inWhole(
  'behind a path, takes requests for as long as it is told after SIGTERM, each the last of its connection, until it is asked again',
  async () => {
    const { sandbox, env, ines } = await withService('http');
    const draining = { ...env, HTTP_PATH: '/frontdesk', FRONTDESK_DRAIN_SECONDS: '120' };
    const { child, health } = await spawned(draining);
    sandbox.setRequestUrl(`${health}/frontdesk/slack/events`);
    const [status, connection, kept] = await keepingOpen(`${health}/frontdesk/healthz`);
    // Google's load balancer keeps connections for ten minutes; requests sent on one that is closing would be lost.
    expect([status, connection, Number(/timeout=(\d+)/.exec(kept)?.[1]) > 600]).toEqual([
      200,
      'keep-alive',
      true,
    ]);
    child.kill('SIGTERM');
    for (const path of ['', '/frontdesk'])
      await expect.poll(() => readiness(`${health}${path}`), soon).toEqual([503, expect.any(String)]);
    expect(await keepingOpen(`${health}/frontdesk/healthz`)).toEqual([200, 'close', '']);
    await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.send('New hire added');
    expect(child.exitCode).toBe(null);
    const askedAgain = () => {
      child.kill('SIGTERM');
      return child.exitCode;
    };
    await expect.poll(askedAgain, { ...soon, interval: 300 }).toBe(0);
  },
);

async function keepingOpen(url: string): Promise<[number, string | null, string]> {
  const { status, headers } = await fetch(url);
  return [status, headers.get('connection'), headers.get('keep-alive') ?? ''];
}

function prepared(env: Record<string, string>, code: string): Record<string, string> {
  const file = join(temporaryFolder(cleanup), 'before.mjs');
  writeFileSync(file, code);
  return { ...env, NODE_OPTIONS: `--import=${file}` };
}

const tenTimesAsFast = `
  import promises from 'node:timers/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = (then, ms, ...more) => later(then, ms / 10, ...more);
  const { setTimeout: wait } = promises;
  promises.setTimeout = (ms, ...more) => wait(ms / 10, ...more);
  syncBuiltinESMExports();
`;

inWhole(
  'goes on after a failure that nobody waited for, logs it with a reference, and ends within fifteen seconds, whatever hangs when it is asked to stop',
  async () => {
    const { env } = await demoSlack(cleanup);
    const defect = "process.on('SIGUSR2', () => void Promise.reject(new Error('a defect')));";
    const hanging =
      "import { Server } from 'node:http'; Server.prototype.close = function () { return this; };";
    const { child, health } = await spawned(prepared(env, hanging + defect + tenTimesAsFast));
    const goesOn = saying(child, /"reference":"E-\w+".*a defect.*a failure that nothing handled/);
    child.kill('SIGUSR2');
    await goesOn;
    await expect.poll(() => readiness(health), soon).toEqual([200, expect.anything()]);
    // 12 of the 15 seconds; the rest is for the time before and after.
    const said = saying(child, /"limit":12000,.*stopping took too long/);
    expect(await stoppedInTime(child)).toBe(1);
    await said;
  },
);

it('stops in order after an exception that nobody caught, and ends with 1', async () => {
  const { env } = await withService();
  const defect = "process.on('SIGUSR2', () => { throw new Error('a defect'); });";
  const { child } = await spawned(prepared(env, defect));
  const said = saying(child, /an uncaught exception[\s\S]*finishing current work/);
  const code = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGUSR2');
  await said;
  expect(await code).toBe(1);
});

inWhole('takes a Ctrl-C that npm passes on once more as one', async () => {
  const { env } = await withService();
  const { child } = await spawned(env);
  child.kill('SIGINT');
  expect(await ended(child, 'SIGINT')).toBe(0);
});
