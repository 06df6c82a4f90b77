import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Cleanup } from '../journeys/office.ts';
import { listening } from '../listening.ts';
import { forward } from './proxy.ts';

/** Interval of the readiness checks, in milliseconds. */
const every = 200;

/** Tries another backend only when the connection was refused, since then nothing was sent. */
export async function startLoadBalancer(cleanup: Cleanup) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  let turn = 0;

  async function look(): Promise<void> {
    for (const url of ready.keys()) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (ready.has(url)) ready.set(url, answer?.status === 200);
    }
  }
  const looking = setInterval(() => void look(), every);

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const isAnyReady = [...ready.values()].includes(true);
    const backends = [...ready].filter(([, isReady]) => isReady || !isAnyReady).map(([url]) => url);
    turn += 1;
    for (let tried = 0; tried < backends.length; tried += 1) {
      const url = backends[(turn + tried) % backends.length] ?? '';
      const answer = await forward(url, incoming, body, agent).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (typeof answer === 'object') {
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
        return void response.writeHead(answer.status, headers).end(answer.body);
      }
      if (answer !== 'ECONNREFUSED') break;
    }
    response.writeHead(502).end();
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  cleanup.later(() => {
    clearInterval(looking);
    agent.destroy();
  });
  const { url: own } = await listening(cleanup, server);
  return {
    url: own,
    async add(url: string): Promise<void> {
      ready.set(url, false);
      await look();
    },
    remove: (url: string) => void ready.delete(url),
  };
}
