import { type Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';

export interface Mishap {
  /** `before` drops the request; `after` lets the service handle it first. */
  when: 'before' | 'after';
  /** Answer to Frontdesk: a status with a page, a given or changed body, a broken connection, or nothing. */
  answer:
    | number
    | { status: number; body: string; type?: string; headers?: Record<string, string> }
    | ((body: string) => string)
    | 'drop'
    | 'nothing';
}

export interface Passed {
  method: string;
  path: string;
  key: string | undefined;
  body: string;
  /** The service's own answer; undefined when it didn't get the request. */
  status: number | undefined;
  /** Whether the service replayed an earlier answer. */
  replayed: boolean;
}

type Fault = Mishap | undefined;

/** Proxy that delays requests and loses connections and answers. */
export type LossyProxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy(
  cleanup: Cleanup,
  target: string,
  mishapFor: (method: string, path: string, body: string) => Fault | Promise<Fault> = () => undefined,
) {
  const passed: Passed[] = [];
  const asked: { path: string; mishap: Mishap }[] = [];
  const held = new Map<string, Promise<void>>();
  let current = target;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const path = url.split('?')[0] ?? '';
    const body = await buffer(incoming);
    const at = asked.findIndex((one) => one.path === path && method !== 'OPTIONS');
    const mishap = at >= 0 ? asked.splice(at, 1)[0]?.mishap : await mishapFor(method, path, `${body}`);
    const key = headers['idempotency-key']?.toString();
    const seen: Passed = { method, path, key, body: `${body}`, status: undefined, replayed: false };
    passed.push(seen);
    if (mishap?.when === 'before') return answer(mishap, response);
    await held.get(path);
    const real = await forward(current, incoming, body);
    seen.status = real.status;
    seen.replayed = real.headers['idempotent-replayed'] === 'true';
    if (typeof mishap?.answer === 'function') {
      const { 'content-length': _, ...kept } = real.headers;
      return void response.writeHead(real.status, kept).end(mishap.answer(`${real.body}`));
    }
    if (mishap) return answer(mishap, response);
    response.writeHead(real.status, real.headers).end(real.body);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  const { url, close } = await listening(cleanup, server);
  return {
    stop: close,
    url,
    passed,
    /** Complete creations or offboardings; not the probes for supported kinds. */
    posted: (path: string) =>
      passed.filter((one) => one.method === 'POST' && one.path === path && /"(email|user)"/.test(one.body)),
    /** Queues a fault for the next request to that path. */
    next: (path: string, mishap: Mishap) => void asked.push({ path, mishap }),
    /** Requests to that path wait. @returns lets them go on */
    hold(path: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return resolve;
    },
    /** Forwards to another service. */
    leadTo(other: string): void {
      current = other;
    },
  };
}

function answer({ answer: how }: Mishap, response: ServerResponse): void {
  if (how === 'nothing') return;
  if (how === 'drop' || typeof how === 'function') return void response.destroy();
  const given = typeof how === 'number' ? { status: how, body: '' } : how;
  const { status, body, type, headers: more } = { type: 'text/html', headers: {}, ...given };
  const headers = {
    'content-type': type,
    ...more,
    ...(status < 400 && { location: 'http://127.0.0.1:1/' }),
  };
  response.writeHead(status, headers).end(body || `<html><title>${status}</title></html>`);
}

export function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  agent?: Agent,
) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      request(`${target}${url}`, { method, headers, ...(agent && { agent }) }, (answered) => {
        buffer(answered).then(
          (bytes) => resolve({ status: answered.statusCode ?? 502, headers: answered.headers, body: bytes }),
          reject,
        );
      })
        .on('error', reject)
        .end(body);
    },
  );
}
