import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';

const host = 'applink-sandbox';
/** Milliseconds. */
const goodbye = 500;

/** One open Socket Mode connection of the app. */
export class Connection {
  readonly #socket: WebSocket;
  /** Asked to go away: nothing new is sent here. */
  isLeaving = false;
  /** Carries nothing any more. */
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

  /** A frame as it is, whatever it says. */
  sendText(text: string): void {
    if (!this.isSilent) this.#socket.send(text);
  }

  /** From now on nothing comes and nothing is heard, pings included, and the line stands: a cable was pulled. */
  silence(): void {
    this.isSilent = true;
    this.isLeaving = true;
    this.#socket.pause();
  }

  /** The greeting, with which the connection begins to count. */
  greet(appId: string, connections: number, seconds: number): void {
    this.send({
      type: 'hello',
      num_connections: connections,
      debug_info: { host, build_number: 1, approximate_connection_time: seconds },
      connection_info: { app_id: appId },
    });
  }

  /** Slack asks the app to connect anew: `warning` comes about 10 seconds before the end. */
  ask(reason: 'warning' | 'refresh_requested' | 'too_many_websockets' | 'link_disabled'): void {
    if (reason !== 'warning') this.isLeaving = true;
    if (this.#socket.readyState === this.#socket.OPEN)
      this.send({ type: 'disconnect', reason, debug_info: { host } });
  }

  /** Closes properly; cuts the line when the app does not answer that in a moment. */
  async close(): Promise<void> {
    this.isLeaving = true;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    const cut = setTimeout(() => this.#socket.terminate(), goodbye);
    this.#socket.close(1000);
    if (this.#socket.readyState !== this.#socket.CLOSED) await closed;
    clearTimeout(cut);
  }

  /** Cuts the line without a word. */
  drop(): void {
    this.isLeaving = true;
    this.#socket.terminate();
  }

  /** Ends the connection when its time is over: a warning, then the request to refresh. */
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
