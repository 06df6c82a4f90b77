import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { dig } from './call.ts';

export interface Heard {
  name: string;
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  /** Unparsed body. */
  raw: string;
}

/** Answer of the app: JSON, a status, or none at all. */
export type Reply = { json: unknown } | { status: number; headers?: Record<string, string> } | 'nothing';

/** App without Bolt, over HTTP, with scripted answers to payloads; "ok" when none is set. */
export class ScriptedApp {
  readonly heard: Heard[] = [];
  readonly #server: Server;
  readonly #listeners = new Set<(heard: Heard) => void>();
  readonly #silent: (() => void)[] = [];
  readonly #replies = new Map<string, Reply[]>();

  private constructor() {
    this.#server = createServer((request, response) => {
      let raw = '';
      request.on('data', (chunk) => {
        raw += chunk;
      });
      request.on('end', () => this.#answer(read(raw, request.headers), response));
    });
  }

  #answer(heard: Heard, response: ServerResponse): void {
    this.heard.push(heard);
    for (const listener of this.#listeners) listener(heard);
    const replies = this.#replies.get(heard.name) ?? [];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === 'nothing') this.#silent.push(() => response.end());
    else if (reply && 'json' in reply)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply.json));
    else response.writeHead(reply?.status ?? 200, reply?.headers).end();
  }

  static async start(sandbox: Sandbox): Promise<ScriptedApp> {
    const app = new ScriptedApp();
    await new Promise<void>((resolve) => app.#server.listen(0, '127.0.0.1', resolve));
    sandbox.setRequestUrl(`http://127.0.0.1:${(app.#server.address() as AddressInfo).port}/slack/events`);
    return app;
  }

  /** Queues replies to payloads of this name; the last one repeats. */
  on(name: string, ...replies: Reply[]): void {
    this.#replies.set(name, replies);
  }

  /** Answers every payload with "ok" again. */
  forget(): void {
    this.#replies.clear();
  }

  /** Acknowledges everything still unanswered. */
  release(): void {
    for (const acknowledge of this.#silent.splice(0)) acknowledge();
  }

  next(name: string): Promise<Heard> {
    return new Promise((resolve) => {
      const listener = (heard: Heard) => {
        if (heard.name !== name) return;
        this.#listeners.delete(listener);
        resolve(heard);
      };
      this.#listeners.add(listener);
    });
  }

  /** Payloads of this name, oldest first. */
  all(name: string): Heard[] {
    return this.heard.filter((one) => one.name === name);
  }

  last(name: string): Heard {
    const found = this.all(name).at(-1);
    if (!found) throw new Error(`the app heard no ${name}`);
    return found;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

function read(raw: string, headers: IncomingHttpHeaders): Heard {
  if (headers['content-type']?.includes('json')) {
    const body = JSON.parse(raw);
    return { name: String(dig(body, 'event', 'type')), body, headers, raw };
  }
  const form = new URLSearchParams(raw);
  const payload = form.get('payload');
  if (payload === null) return { name: 'slash_commands', body: Object.fromEntries(form), headers, raw };
  const body = JSON.parse(payload);
  return { name: body.type, body, headers, raw };
}
