import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { emptyStage } from './stage/stage.ts';

const { alice, call, clock, sandbox } = await emptyStage();
const sockets: WebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  while (sandbox.connections() > 0) await turn();
});

interface Frame {
  type: string;
  envelope_id?: string;
  payload?: { text?: string };
  [field: string]: unknown;
}

const address = async () => String((await call('apps.connections.open', {}, sandbox.appToken)).url);

/** Connects and collects frames, acknowledging none. */
async function connect(url?: string) {
  const socket = new WebSocket(url ?? (await address()));
  sockets.push(socket);
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  async function frame(index: number): Promise<Frame> {
    for (;;) {
      const found = frames[index];
      if (found) return found;
      await once(socket, 'message');
    }
  }
  const acknowledge = (id: unknown, payload?: object) =>
    socket.send(JSON.stringify({ envelope_id: id, payload }));
  return { socket, frames, frame, acknowledge };
}

/** Connects and waits for the greeting. */
async function greeted(url?: string) {
  const connection = await connect(url);
  return { ...connection, greeting: await connection.frame(0) };
}

async function refusedStatus(url: string): Promise<number | undefined> {
  const socket = new WebSocket(url).on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

describe('a connection', () => {
  it('is greeted with the number of connections and how long it will last', async () => {
    expect((await greeted()).greeting).toMatchObject({
      type: 'hello',
      num_connections: 1,
      debug_info: { approximate_connection_time: 3600 },
      connection_info: { app_id: 'A0SANDBOX' },
    });
    expect((await greeted(`${await address()}&debug_reconnects=true`)).greeting).toMatchObject({
      num_connections: 2,
      debug_info: { approximate_connection_time: 360 },
    });
  });

  it('needs a fresh ticket, which is good for one', async () => {
    const used = await address();
    await greeted(used);
    expect(await refusedStatus(used)).toBe(403);
    const old = await address();
    clock.advance(30_001);
    expect(await refusedStatus(old)).toBe(403);
    expect(await refusedStatus(used.replace(/ticket=\w+/, 'ticket=guess'))).toBe(403);
  });

  it('is warned ten seconds before its time, then asked to reconnect, and gets nothing more', async () => {
    const { frame, frames } = await greeted(`${await address()}&debug_reconnects=true`);
    clock.advance(350_000);
    expect(await frame(1)).toMatchObject({ type: 'disconnect', reason: 'warning' });
    clock.advance(10_000);
    expect(await frame(2)).toMatchObject({ type: 'disconnect', reason: 'refresh_requested' });
    expect(await alice.command('/bare')).toMatchObject({ outcome: 'no response' });
    expect(frames).toHaveLength(3);
  });

  it('is one of ten at most, and counts no longer once it is silent', async () => {
    for (let count = 0; count < 10; count += 1) await greeted();
    const { greeting } = await greeted();
    expect(greeting).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
    expect(sandbox.connections()).toBe(10);
    sandbox.silenceSockets();
    expect((await greeted()).greeting).toMatchObject({ type: 'hello', num_connections: 1 });
  });
});

describe('a faulty connection', () => {
  it('is refused with a status', async () => {
    sandbox.addFault({ target: 'socket', kind: 'error', status: 500 });
    expect(await refusedStatus(await address())).toBe(500);
    await greeted();
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
    await greeted();
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
    await greeted();
    line.resetAndDestroy();
    await greeted();
  });

  it('carries nothing any more once it is silent, not even an answer to a ping', async () => {
    const { socket, frames } = await greeted();
    sandbox.silenceSockets();
    let pongs = 0;
    socket.on('pong', () => {
      pongs += 1;
    });
    socket.ping();
    sandbox.sendFrame('{"type":"x"}');
    // Another connection's greeting takes an equal path and delay.
    await greeted();
    expect([frames.length, pongs, socket.readyState]).toEqual([1, 0, WebSocket.OPEN]);
  });

  it('gets a frame as it is, whatever it says', async () => {
    const { socket } = await greeted();
    sandbox.sendFrame('null');
    const [data] = await once(socket, 'message');
    expect(String(data)).toBe('null');
  });
});

describe('an envelope', () => {
  it('goes to one connection, and the next one to another', async () => {
    const [first, second] = [await greeted(), await greeted()];
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

  it('that is not acknowledged by its id is not acknowledged, and one of an interaction is sent once', async () => {
    const { acknowledge, frame, frames, socket } = await greeted();
    const command = alice.command('/bare');
    await frame(1);
    acknowledge('another');
    socket.send('no JSON');
    await turn();
    clock.advance(3000);
    expect(await command).toMatchObject({
      outcome: 'no response',
      text: expect.stringContaining('the app did not respond'),
    });
    expect(alice.notices().at(-1)).toContain('/bare failed because the app did not respond');
    clock.advance(600_000);
    await turn();
    expect(frames.filter(({ type }) => type === 'slash_commands')).toHaveLength(1);
  });

  it('of an event is sent again with its attempt, at once and then later', async () => {
    const { acknowledge, frame, frames } = await greeted();
    const opened = sandbox.person('U2').openHome();
    const first = await frame(1);
    expect(first).toMatchObject({ type: 'events_api', retry_attempt: 0, accepts_response_payload: false });
    clock.advance(3000);
    const second = await frame(2);
    expect(second).toMatchObject({ retry_attempt: 1, retry_reason: 'http_timeout' });
    expect(second.payload).toEqual(first.payload);
    clock.advance(3000);
    await opened;
    clock.advance(60_000);
    const third = await frame(3);
    expect(third).toMatchObject({ retry_attempt: 2 });
    acknowledge(third.envelope_id);
    await sandbox.settled();
    clock.advance(600_000);
    await turn();
    expect(frames.filter(({ type }) => type === 'events_api')).toHaveLength(3);
  });
});

it('nobody reaches an app that is not connected', async () => {
  expect(await alice.command('/bare')).toMatchObject({ outcome: 'no response' });
  expect(await alice.shortcut('global_shortcut')).toMatchObject({ outcome: 'no response' });
});
