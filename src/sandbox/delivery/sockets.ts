import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { createPasses, secret } from '../ids.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Fault, Faults } from '../traffic/traffic.ts';
import type { Attempt, Carrier, Payload, Sent } from './delivery.ts';

const host = 'applink-sandbox';
/** Time for a closing handshake, in milliseconds. */
const goodbye = 500;

class Connection {
  readonly #socket: WebSocket;
  isLeaving = false;
  isSilent = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get isUsable(): boolean {
    return !this.isLeaving && this.#socket.readyState === this.#socket.OPEN;
  }

  send(frame: unknown): void {
    this.sendText(JSON.stringify(frame));
  }

  sendText(text: string): void {
    if (!this.isSilent) this.#socket.send(text);
  }

  /** Stops all traffic in both directions, pings included, without closing: simulates a pulled cable. */
  silence(): void {
    this.isSilent = true;
    this.isLeaving = true;
    this.#socket.pause();
  }

  greet(appId: string, connections: number, seconds: number): void {
    this.send({
      type: 'hello',
      num_connections: connections,
      debug_info: { host, build_number: 1, approximate_connection_time: seconds },
      connection_info: { app_id: appId },
    });
  }

  /** Asks the app to reconnect; Slack sends `warning` about 10 seconds before the end. */
  ask(reason: 'warning' | 'refresh_requested' | 'too_many_websockets'): void {
    if (reason !== 'warning') this.isLeaving = true;
    if (this.#socket.readyState === this.#socket.OPEN)
      this.send({ type: 'disconnect', reason, debug_info: { host } });
  }

  /** Closes the connection; terminates it if the app doesn't answer in time. */
  async close(): Promise<void> {
    this.isLeaving = true;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    const cut = setTimeout(() => this.#socket.terminate(), goodbye);
    this.#socket.close(1000);
    if (this.#socket.readyState !== this.#socket.CLOSED) await closed;
    clearTimeout(cut);
  }

  drop(): void {
    this.isLeaving = true;
    this.#socket.terminate();
  }

  /**
   * Schedules the end of the connection: a warning, then the request to refresh. Returns a function that cancels
   * both.
   */
  expireAfter(clock: Clock, seconds: number): () => void {
    const calls = [
      clock.after((seconds - 10) * 1000, () => this.ask('warning')),
      clock.after(seconds * 1000, () => this.ask('refresh_requested')),
    ];
    return () => {
      for (const call of calls) call();
    };
  }
}

const Acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

/** Slack's limit of connections per app (docs.slack.dev/apis/events-api/using-socket-mode). */
const most = 10;
const ticketLifetime = 30_000;
const usualSeconds = 3600;
const debugSeconds = 360;

/** The app's Socket Mode connections. Payloads are distributed in turn. */
export class Sockets implements Carrier {
  readonly via = 'socket';
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #tickets: ReturnType<typeof createPasses<null>>;
  readonly #waiting = new Map<string, (sent: Sent) => void>();
  readonly #clock: Clock;
  readonly #appId: string;
  readonly #hanging = new Set<Duplex>();
  readonly #faults: Faults;
  #connections: Connection[] = [];
  #turn = 0;

  constructor(clock: Clock, appId: string, faults: Faults) {
    this.#clock = clock;
    this.#tickets = createPasses<null>(clock, { lifetime: ticketLifetime, uses: 1 });
    this.#appId = appId;
    this.#faults = faults;
  }

  get isConnected(): boolean {
    return this.#usable().length > 0;
  }

  /** Excludes silenced connections: their pings go unanswered, so Slack drops them. */
  get count(): number {
    return this.#connections.filter(({ isSilent }) => !isSilent).length;
  }

  ticket(): string {
    const ticket = secret();
    this.#tickets.issue(ticket, null);
    return `/link/?ticket=${ticket}&app_id=${this.#appId}`;
  }

  /** Accepts an HTTP upgrade with a fresh ticket, unless a fault for `socket` is due. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node no longer handles errors of upgraded sockets; unhandled, a dropped connection would crash this process.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#hanging.delete(socket));
    const fault = this.#faults.strike('socket', 'before', ['error', 'reset', 'hang']);
    if (fault) this.#fail(socket, fault);
    else this.#admit(request, socket, head);
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '', 'ws://sandbox');
    if (url.pathname !== '/link/' || 'problem' in this.#tickets.use(url.searchParams.get('ticket') ?? '')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const seconds = url.searchParams.get('debug_reconnects') === 'true' ? debugSeconds : usualSeconds;
    this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, seconds));
  }

  #fail(socket: Duplex, { kind, status }: Fault): void {
    if (kind === 'hang') this.#hanging.add(socket);
    else if (kind === 'reset') socket.destroy();
    else socket.end(`HTTP/1.1 ${status} Trouble\r\nConnection: close\r\n\r\n`);
  }

  #welcome(client: WebSocket, seconds: number): void {
    const connection = new Connection(client);
    if (this.count >= most) {
      connection.ask('too_many_websockets');
      void connection.close();
      return;
    }
    this.#connections.push(connection);
    const stopExpiry = connection.expireAfter(this.#clock, seconds);
    client.on('message', (data) => this.#acknowledged(String(data)));
    client.on('close', () => {
      stopExpiry();
      this.#connections = this.#connections.filter((other) => other !== connection);
    });
    client.on('error', () => connection.drop());
    if (this.#faults.strike('socket', 'after', ['hang'])) return;
    connection.greet(this.#appId, this.count, seconds);
  }

  #acknowledged(frame: string): void {
    const read = Acknowledgement.safeParse(parsedJson(frame));
    if (!read.success) return;
    const { envelope_id: id, payload } = read.data;
    this.#waiting.get(id)?.({ status: 200, body: payload });
    this.#waiting.delete(id);
  }

  send(payload: Payload, { number, reason = '' }: Attempt, signal: AbortSignal): Promise<Sent> {
    const connection = this.#next();
    const id = secret();
    const answer = new Promise<Sent>((resolve) => this.#waiting.set(id, resolve));
    signal.addEventListener('abort', () => this.#waiting.delete(id));
    connection.send({
      envelope_id: id,
      type: payload.type,
      payload: payload.body,
      accepts_response_payload: payload.takesAnswer,
      ...(payload.type === 'events_api' && { retry_attempt: number, retry_reason: reason }),
    });
    return answer;
  }

  #next(): Connection {
    const usable = this.#usable();
    const connection = usable[this.#turn % usable.length];
    if (!connection) throw new Error('no Socket Mode connection is open');
    this.#turn += 1;
    return connection;
  }

  #usable(): Connection[] {
    return this.#connections.filter((connection) => connection.isUsable);
  }

  each(work: (connection: Connection) => void): void {
    for (const connection of this.#connections) work(connection);
  }

  async stop(): Promise<void> {
    for (const socket of this.#hanging) socket.destroy();
    await Promise.all(this.#connections.map((connection) => connection.close()));
    this.#server.close();
  }
}
