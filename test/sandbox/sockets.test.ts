import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { inWhole } from '../faults/trials.ts';
import { bareApp } from './stage/bare-app.ts';
import { call } from './stage/call.ts';
import { ManualClock } from './stage/manual-clock.ts';
import { startSample } from './stage/sample.ts';

let sandbox: DrivenSandbox;
const clock = new ManualClock();
const open: WebSocket[] = [];

beforeAll(async () => {
  sandbox = await startSample({ clock });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  while (sandbox.connections() > 0) await turn();
});
afterAll(() => sandbox.stop());

type Frame = Record<string, unknown> & {
  type: string;
  envelope_id?: string;
  payload?: Record<string, unknown>;
};

async function address(): Promise<string> {
  return String((await call(sandbox, 'apps.connections.open', {}, sandbox.appToken)).url);
}

/** Connects and collects frames, acknowledging none. */
async function connect(url?: string) {
  const socket = new WebSocket(url ?? (await address()));
  open.push(socket);
  const frames: Frame[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const wake of waiting.splice(0)) wake();
  });
  const frame = async (index: number): Promise<Frame> => {
    for (;;) {
      const found = frames[index];
      if (found) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const acknowledge = (id: unknown, payload?: object) =>
    socket.send(JSON.stringify({ envelope_id: id, payload }));
  return { socket, frames, frame, acknowledge };
}

function refusedStatus(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('error', () => undefined);
  });
}

describe('a connection', () => {
  it('is greeted with how many there are and how long it will last', async () => {
    const first = await connect();
    expect(await first.frame(0)).toMatchObject({
      type: 'hello',
      num_connections: 1,
      debug_info: { approximate_connection_time: 3600 },
      connection_info: { app_id: 'A0SANDBOX' },
    });
    const second = await connect(`${await address()}&debug_reconnects=true`);
    expect(await second.frame(0)).toMatchObject({
      num_connections: 2,
      debug_info: { approximate_connection_time: 360 },
    });
  });

  it('needs a fresh ticket, which is good for one', async () => {
    const used = await address();
    await (await connect(used)).frame(0);
    expect(await refusedStatus(used)).toBe(403);
    const old = await address();
    clock.advance(30_001);
    expect(await refusedStatus(old)).toBe(403);
    expect(await refusedStatus(used.replace(/ticket=\w+/, 'ticket=guess'))).toBe(403);
  });

  it('is warned ten seconds before its time, then asked to come anew, and gets nothing more', async () => {
    const first = await connect(`${await address()}&debug_reconnects=true`);
    await first.frame(0);
    clock.advance(350_000);
    expect(await first.frame(1)).toMatchObject({ type: 'disconnect', reason: 'warning' });
    clock.advance(10_000);
    expect(await first.frame(2)).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
    expect(await sandbox.person('U1').command('/bare')).toMatchObject({ outcome: 'no response' });
    expect(first.frames).toHaveLength(3);
  });

  it('is one of ten at most', async () => {
    for (let count = 0; count < 10; count += 1) await (await connect()).frame(0);
    const eleventh = await connect();
    expect(await eleventh.frame(0)).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
    expect(sandbox.connections()).toBe(10);
  });
});

describe('a connection that is to fail', () => {
  afterEach(() => sandbox.clearFaults());

  it('is refused with a status', async () => {
    sandbox.addFault({ target: 'socket', kind: 'error', status: 500 });
    expect(await refusedStatus(await address())).toBe(500);
    await (await connect()).frame(0);
  });

  it('is cut before it is answered', async () => {
    sandbox.addFault({ target: 'socket', kind: 'reset' });
    const { socket } = await connect();
    const failure = await new Promise((resolve) => socket.on('error', resolve));
    expect(String(failure)).toContain('socket hang up');
  });

  it.each(['before', 'after'] as const)('hangs %s it is open, without a greeting', async (when) => {
    sandbox.addFault({ target: 'socket', kind: 'hang', when });
    const hanging = await connect();
    hanging.socket.on('error', () => undefined);
    const other = await connect();
    await other.frame(0);
    expect(hanging.frames).toEqual([]);
    expect(hanging.socket.readyState === WebSocket.OPEN).toBe(when === 'after');
  });

  it('may be reset by the app while it hangs', async () => {
    sandbox.addFault({ target: 'socket', kind: 'hang' });
    const { host, hostname, port, pathname, search } = new URL(await address());
    const line = createConnection({ host: hostname, port: Number(port) });
    await once(line, 'connect');
    const heads = [`Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    line.write(`GET ${pathname}${search} HTTP/1.1\r\n${heads.join('\r\n')}\r\n\r\n`);
    // A greeting proves that earlier data has arrived.
    await (await connect()).frame(0);
    line.resetAndDestroy();
    await (await connect()).frame(0);
  });

  it('carries nothing any more once it is silent, not even an answer to a ping', async () => {
    const { socket, frame, frames } = await connect();
    await frame(0);
    sandbox.silenceSockets();
    let pongs = 0;
    socket.on('pong', () => {
      pongs += 1;
    });
    socket.ping();
    sandbox.sendFrame('{"type":"x"}');
    // Another connection's greeting takes an equal path and delay.
    await (await connect()).frame(0);
    expect([frames.length, pongs, socket.readyState]).toEqual([1, 0, WebSocket.OPEN]);
  });

  it('is not one of the ten any more once it is silent', async () => {
    for (let count = 0; count < 10; count += 1) await (await connect()).frame(0);
    sandbox.silenceSockets();
    expect(await (await connect()).frame(0)).toMatchObject({ type: 'hello', num_connections: 1 });
  });

  it('gets a frame as it is, whatever it says', async () => {
    const { socket, frame } = await connect();
    await frame(0);
    const texts: string[] = [];
    socket.on('message', (data) => texts.push(String(data)));
    sandbox.sendFrame('null');
    await expect.poll(() => texts).toEqual(['null']);
  });
});

describe('an envelope', () => {
  it('goes to one connection, and the next one to another', async () => {
    const [first, second] = [await connect(), await connect()];
    await Promise.all([first.frame(0), second.frame(0)]);
    const alice = sandbox.person('U1');
    const commands = [alice.command('/bare 1'), alice.command('/bare 2')];
    const [one, two] = await Promise.all([first.frame(1), second.frame(1)]);
    expect([one.payload?.text, two.payload?.text].sort()).toEqual(['1', '2']);
    expect(one).toMatchObject({ type: 'slash_commands', accepts_response_payload: true });
    first.acknowledge(one.envelope_id);
    second.acknowledge(two.envelope_id, { text: 'Two.' });
    expect(await Promise.all(commands)).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    expect(alice.directMessages().at(-1)).toMatchObject({ text: 'Two.', isEphemeral: true });
    expect([first.frames.length, second.frames.length]).toEqual([2, 2]);
  });

  it('that is not acknowledged by its id is not acknowledged', async () => {
    const socket = await connect();
    await socket.frame(0);
    const command = sandbox.person('U1').command('/bare');
    await socket.frame(1);
    socket.acknowledge('another');
    socket.socket.send('no JSON');
    await turn();
    clock.advance(3000);
    expect(await command).toMatchObject({
      outcome: 'no response',
      text: expect.stringContaining('the app did not respond'),
    });
    expect(sandbox.person('U1').notices().at(-1)).toContain('/bare failed because the app did not respond');
  });

  it('of an event comes again with its attempt, at once and then later', async () => {
    const socket = await connect();
    await socket.frame(0);
    const opened = sandbox.person('U2').openHome();
    expect(await socket.frame(1)).toMatchObject({
      type: 'events_api',
      retry_attempt: 0,
      accepts_response_payload: false,
    });
    clock.advance(3000);
    const again = await socket.frame(2);
    expect(again).toMatchObject({ retry_attempt: 1, retry_reason: 'http_timeout' });
    expect(again.payload?.event_id).toBe(socket.frames[1]?.payload?.event_id);
    clock.advance(3000);
    await opened;
    clock.advance(60_000);
    const third = await socket.frame(3);
    expect(third).toMatchObject({ retry_attempt: 2 });
    socket.acknowledge(third.envelope_id);
    await sandbox.settled();
    clock.advance(600_000);
    await turn();
    expect(socket.frames.filter(({ type }) => type === 'events_api')).toHaveLength(3);
  });

  it('of an interaction does not come again', async () => {
    const socket = await connect();
    await socket.frame(0);
    const command = sandbox.person('U1').command('/bare');
    await socket.frame(1);
    clock.advance(3000);
    await command;
    clock.advance(600_000);
    await turn();
    expect(socket.frames.filter(({ type }) => type === 'slash_commands')).toHaveLength(1);
  });
});

inWhole.each(['asked to', 'cut off'] as const)('a Bolt app that is %s comes anew by itself', async (how) => {
  const other = await startSample();
  const bare = bareApp(other, 'socket');
  await bare.app.start();
  if (how === 'asked to') other.refreshSockets('refresh_requested');
  else other.dropSockets();
  await vi.waitFor(() => expect(other.connections()).toBe(0), { timeout: 15_000 });
  await vi.waitFor(() => expect(other.connections()).toBe(1), { timeout: 15_000 });
  expect(await other.person('U1').command('/raw again')).toEqual({ outcome: 'done' });
  await bare.app.stop();
  await other.stop();
});

it('nobody reaches an app that is not there', async () => {
  expect(await sandbox.person('U1').command('/bare')).toMatchObject({ outcome: 'no response' });
  expect(await sandbox.person('U1').shortcut('global_shortcut')).toMatchObject({ outcome: 'no response' });
});
