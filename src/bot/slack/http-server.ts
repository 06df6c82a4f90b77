import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App, CustomRoute } from '@slack/bolt';
import { type Clock, within } from '../../time/clock.ts';

export interface HttpServerOptions {
  slack: { mode: SlackMode };
  listen: { host: string; port: number };
  clock: Clock;
}

export type Route = CustomRoute;

export type SlackMode =
  | { kind: 'socket'; appToken: string }
  /** `path` precedes `/slack/events` if a proxy doesn't strip it. */
  | { kind: 'http'; signingSecret: string; path?: string | undefined };

/**
 * Longer than any load balancer's keep-alive, since a request on a closing connection is lost (Google's keep
 * them for 600 seconds). In milliseconds.
 */
const keptOpen = 620_000;
/** Interval of closing idle connections in milliseconds, and how often before all are cut. */
const look = { every: 100, atMost: 40 };
const json = 'application/json; charset=utf-8';

export function createHttpServer(
  { slack, listen, clock }: HttpServerOptions,
  readiness: () => Promise<{ status: string }>,
  further: readonly Route[],
) {
  const { mode } = slack;
  const routes = routesIn(mode, readiness, further);
  let server: Server | undefined;
  let isDraining = false;

  return {
    routes,
    /** Listens before Slack or the service is called. */
    async open(app: App): Promise<string> {
      server = (await app.start(listen)) as Server;
      server.keepAliveTimeout = keptOpen;
      server.prependListener('request', (_request, response) => {
        if (isDraining) response.setHeader('connection', 'close');
      });
      const { port } = server.address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    /** Closes each connection after its next request, so that clients move to another process. */
    drain(): void {
      isDraining = true;
    },
    /**
     * Resolves when running requests are answered, or cut off after a limit. Closes idle connections
     * repeatedly, since they stay open until their keep-alive ends.
     */
    async close(): Promise<void> {
      if (!server) return;
      const closed = new Promise<true>((resolve) => void server?.close(() => resolve(true)));
      for (let looks = 0; !(await within(clock, look.every, closed)); looks += 1) {
        if (looks < look.atMost) server.closeIdleConnections();
        else server.closeAllConnections();
      }
    },
  };
}

/** `/healthz` (the process lives) and `/readyz` (it can take requests), and the same below the path of a proxy. */
function routesIn(
  mode: SlackMode,
  readiness: () => Promise<{ status: string }>,
  further: readonly Route[],
): Route[] {
  const routes = [
    probe('/healthz', (response) => reply(response, 200, 'ok')),
    probe('/readyz', (response) =>
      readiness().then(
        (body) => reply(response, body.status === 'unavailable' ? 503 : 200, JSON.stringify(body), json),
        () => reply(response, 500, 'not known'),
      ),
    ),
    ...further,
  ];
  if (mode.kind !== 'http' || mode.path === undefined) return routes;
  return [...routes, ...routes.map((route) => ({ ...route, path: `${mode.path}${route.path}` }))];
}

function probe(path: string, answer: (response: ServerResponse) => unknown): Route {
  return { path, method: ['GET'], handler: (_request, response) => void answer(response) };
}

function reply(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': type }).end(`${text}\n`);
}
