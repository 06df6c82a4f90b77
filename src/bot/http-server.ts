import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '@slack/bolt';
import { type Clock, within } from '../time/clock.ts';
import type { Readiness } from './readiness.ts';
import type { SlackMode } from './slack/app.ts';
import { alsoBelow, probeRoutes, type Route, serveRoutes } from './slack/incoming/routes.ts';

export interface HttpServerOptions {
  slack: {
    mode:
      | { kind: 'socket'; appToken: string }
      /** `path` is what stands before `/slack/events`, where somebody in front leaves it there. */
      | { kind: 'http'; signingSecret: string; path?: string | undefined };
  };
  /** Where requests (HTTP mode) and health are listened for. */
  listen: { host: string; port: number };
  clock: Clock;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/** The server: what is asked about health and, over HTTP, Slack's requests. */
export function createHttpServer(options: HttpServerOptions, readiness: () => Promise<Readiness>) {
  const { slack, listen, clock } = options;
  const routes = below(slack.mode, routesFor(readiness));
  const mode: SlackMode = slack.mode.kind === 'http' ? { ...slack.mode, routes } : slack.mode;
  let server: Server | undefined;
  let isDraining = false;

  return {
    mode,
    /** Listens, before anything is asked of anybody. @returns the address that answers about health */
    async open(app: App): Promise<string> {
      // With HTTPReceiver this is the server; its type says `unknown`.
      server =
        mode.kind === 'http' ? ((await app.start(listen)) as Server) : await serveRoutes(routes, listen);
      server.keepAliveTimeout = keptOpen;
      server.prependListener('request', (_request, response) => {
        if (isDraining) response.setHeader('connection', 'close');
      });
      const { port } = server.address() as AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    /** From here on each request is the last one on its connection, so that the next one can go to another process. */
    drain(): void {
      isDraining = true;
    },
    /** Takes no more requests, and resolves when those in hand are answered; what takes too long is cut off. */
    async close(): Promise<void> {
      if (server) await closeServer(server, clock);
    },
  };
}

/**
 * How long a connection stays open between requests, in milliseconds: longer than any load balancer keeps one, since what
 * it sends on one that closes at that moment is lost (Google's keeps them for 600 seconds, Amazon's for 60).
 */
const keptOpen = 620_000;

function below(mode: HttpServerOptions['slack']['mode'], routes: Route[]): Route[] {
  return mode.kind === 'http' && mode.path !== undefined ? alsoBelow(mode.path, routes) : routes;
}

/** How often it is looked for connections that have become idle, and how often at most, before they are cut. */
const look = { every: 100, atMost: 40 };

/** A connection that answers its last request after the server began to close stays open until its keep-alive ends. */
async function closeServer(server: Server, clock: Clock): Promise<void> {
  const closed = new Promise<true>((resolve) => void server.close(() => resolve(true)));
  for (let looks = 0; !(await within(clock, look.every, closed)); looks += 1) {
    if (looks < look.atMost) server.closeIdleConnections();
    else server.closeAllConnections();
  }
}

function routesFor(readiness: () => Promise<Readiness>): Route[] {
  return probeRoutes({
    async readiness() {
      const body = await readiness();
      return { isReady: body.status !== 'unavailable', body };
    },
  });
}
