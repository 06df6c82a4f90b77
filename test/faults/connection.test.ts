import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Cleanup, createCleanup, openOffice, releasedService } from '../journeys/office.ts';
import { fastClock } from './fast-clock.ts';
import { chance, isWhole, oneOf, trials } from './trials.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

type Fault = Parameters<Sandbox['addFault']>[0];

/** What can keep a connection from being opened, in Slack's Web API or at the WebSocket. */
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

/** How a connection that stands comes to its end, or is disturbed. */
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

const rounds = trials(60, 6);
/** Pauses of a minute and time-outs of seconds pass in a moment; silence is noticed by the library's own clock. */
const speed = 100;

async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

/** Everything that failed with nobody waiting for it while a test runs. */
function uncaught(): unknown[] {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  process.on('unhandledRejection', note);
  cleanup.later(() => process.off('unhandledRejection', note));
  return found;
}

it(
  `is there again after each of ${rounds} cuts, whatever keeps it from reconnecting, and people reach it`,
  async () => {
    const failed = uncaught();
    const service = await releasedService(cleanup);
    const clock = fastClock(speed);
    const { sandbox, bot, ines } = await openOffice(cleanup, {
      service,
      clock,
      limits: { slackTimeout: 300 },
    });
    const random = chance(5);
    for (let round = 0; round < rounds; round += 1) {
      const troubles = Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(faults, random));
      for (const fault of troubles) sandbox.addFault(fault);
      const before = sandbox.calls('apps.connections.open').length;
      oneOf(cuts, random)(sandbox);
      const what = `round ${round}: ${JSON.stringify(troubles)}`;
      const asked = () => sandbox.calls('apps.connections.open').length;
      await expect.poll(asked, { timeout: 20_000, message: what }).toBeGreaterThan(before);
      await expect.poll(() => readiness(bot.url), { timeout: 30_000, message: what }).toBe(200);
      sandbox.clearFaults();
      await expect
        .poll(() => ines.command('/frontdesk help'), { timeout: 20_000, message: what })
        .toEqual({ outcome: 'done' });
    }
    expect(failed).toEqual([]);
  },
  isWhole ? 600_000 : 120_000,
);
