import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';

const host = 'applink-sandbox';
/** Time for a closing handshake, in milliseconds. */
const goodbye = 500;

export class Connection {
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
  ask(reason: 'warning' | 'refresh_requested' | 'too_many_websockets' | 'link_disabled'): void {
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

  /** Terminates the connection without a handshake. */
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
