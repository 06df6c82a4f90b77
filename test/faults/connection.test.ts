import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { type Office, openOffice, releasedService } from '../journeys/office.ts';
import { type Hire, hire, hires } from './front-door.ts';
import { untilNothingIsOpen, whatIsWrong } from './tally.ts';
import { chance, oneOf, patience, trials } from './trials.ts';

const cleanup = useCleanup();

type Fault = Parameters<Sandbox['addFault']>[0];

/** Faults that keep a connection from being opened, in the Web API or at the WebSocket. */
const faults: readonly Fault[] = [
  { target: 'apps.connections.open', kind: 'error', status: 500 },
  { target: 'apps.connections.open', kind: 'error', status: 408 },
  { target: 'apps.connections.open', kind: 'ratelimited', milliseconds: 86_400_000 },
  { target: 'apps.connections.open', kind: 'reset' },
  { target: 'apps.connections.open', kind: 'reset', when: 'after' },
  { target: 'apps.connections.open', kind: 'hang' },
  { target: 'apps.connections.open', kind: 'not json' },
  { target: 'apps.connections.open', kind: 'empty' },
  { target: 'socket', kind: 'error', status: 503 },
  { target: 'socket', kind: 'reset' },
  { target: 'socket', kind: 'hang' },
  { target: 'socket', kind: 'hang', when: 'after' },
];

/** Ways an open connection ends or is disturbed. */
const cuts: readonly ((sandbox: Sandbox) => void)[] = [
  (sandbox) => sandbox.dropSockets(),
  (sandbox) => sandbox.silenceSockets(),
  (sandbox) => sandbox.refreshSockets('refresh_requested'),
  (sandbox) => sandbox.refreshSockets('warning'),
  (sandbox) => {
    sandbox.sendFrame('null');
    sandbox.sendFrame('{"type":"close"}');
    sandbox.sendFrame('{"type":"events_api","envelope_id":"E"}');
    sandbox.sendFrame('no JSON');
    sandbox.dropSockets();
  },
];

const rounds = trials(20, 1);
/** Speeds up pauses and time-outs. The library's own clock still detects silence. */
const speed = 100;

async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

function uncaught(): unknown[] {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  process.on('unhandledRejection', note);
  cleanup.later(() => process.off('unhandledRejection', note));
  return found;
}

/** Counts connections. While an old one still serves, a new one isn't visible from outside. */
function countUps() {
  let count = 0;
  const destination = new Writable({
    write(chunk, _encoding, done) {
      if (String(chunk).includes('the connection to Slack is up')) count += 1;
      done();
    },
  });
  return { ups: () => count, log: createLog({ level: 'info', format: 'json', destination }) };
}

async function fillIn({ ines }: Office, { first, last, email }: Hire): Promise<void> {
  await expect.poll(() => ines.command('/newhire')).toEqual({ outcome: 'done' });
  await ines.untilView('New hire');
  await ines.fill({
    'First name': first,
    'Last name': last,
    'Work email': email,
    'Start day': '2999-01-01',
  });
}

/**
 * Presses again, as people do when Slack says that the app didn't respond. If only the answer was lost, the
 * result replaces the form and there is no button left.
 */
async function pressUntilAnswered({ ines }: Office, what: string): Promise<void> {
  const isAnswered = async () => ines.view().submit === null || (await ines.submit()).outcome === 'updated';
  await expect.poll(isAnswered, { timeout: 60_000, message: what }).toBe(true);
  await ines.closeAll();
}

it(
  `is there again after each of ${rounds} cuts, whatever keeps it from reconnecting, and no hire is lost or made twice`,
  async () => {
    const failed = uncaught();
    const service = await releasedService(cleanup);
    const limits = { slackTimeout: 1_000 };
    const { ups, log } = countUps();
    const office = await openOffice(cleanup, {
      service,
      clock: testClock({ speed }),
      limits,
      log,
      patience: 3_000,
    });
    const { sandbox, bot, environment } = office;
    const random = chance(5);
    for (let round = 0; round < rounds; round += 1) {
      const troubles = Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(faults, random));
      const cut = oneOf(cuts, random);
      const what = `round ${round}: ${cut}, ${JSON.stringify(troubles)}`;
      await fillIn(office, hire(round));
      for (const fault of troubles) sandbox.addFault(fault);
      const before = ups();
      const submitted = pressUntilAnswered(office, what);
      cut(sandbox);
      await expect.poll(ups, { timeout: 60_000, message: what }).toBeGreaterThan(before);
      await expect.poll(() => readiness(bot.url), { timeout: 30_000, message: what }).toBe(200);
      sandbox.clearFaults();
      await submitted;
    }
    const databaseUrl = environment.DATABASE_URL;
    await untilNothingIsOpen(databaseUrl);
    const employees = service.employees();
    expect(await whatIsWrong(hires(rounds), { databaseUrl, sandbox, employees })).toEqual([]);
    expect(failed).toEqual([]);
  },
  patience,
);
