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
      /** `path` precedes `/slack/events` if a proxy doesn't strip it. */
      | { kind: 'http'; signingSecret: string; path?: string | undefined };
  };
  listen: { host: string; port: number };
  clock: Clock;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/** Creates the server for health probes and, in HTTP mode, Slack's requests. */
export function createHttpServer(options: HttpServerOptions, readiness: () => Promise<Readiness>) {
  const { slack, listen, clock } = options;
  const routes = below(slack.mode, routesFor(readiness));
  const mode: SlackMode = slack.mode.kind === 'http' ? { ...slack.mode, routes } : slack.mode;
  let server: Server | undefined;
  let isDraining = false;

  return {
    mode,
    /**
     * Starts listening, before Slack or the service is called.
     * @returns the base URL of the probes
     */
    async open(app: App): Promise<string> {
      // HTTPReceiver returns the server, typed as `unknown`.
      server =
        mode.kind === 'http' ? ((await app.start(listen)) as Server) : await serveRoutes(routes, listen);
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
    /** Stops accepting requests; resolves when running ones are answered, or cut off after a limit. */
    async close(): Promise<void> {
      if (server) await closeServer(server, clock);
    },
  };
}

/**
 * Keep-alive timeout in milliseconds: longer than any load balancer's, since a request sent on a connection that is
 * just closing is lost (Google's keep them for 600 seconds, Amazon's for 60).
 */
const keptOpen = 620_000;

function below(mode: HttpServerOptions['slack']['mode'], routes: Route[]): Route[] {
  return mode.kind === 'http' && mode.path !== undefined ? alsoBelow(mode.path, routes) : routes;
}

/** Interval of closing idle connections in milliseconds, and how often before all are cut. */
const look = { every: 100, atMost: 40 };

/**
 * Closes the server. Connections that answer their last request after `close` stay open until their keep-alive ends,
 * so idle ones are closed repeatedly.
 */
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
