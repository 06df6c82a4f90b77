import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '@slack/bolt';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';
import type { SlackMode } from './slack/app.ts';
import { probeRoutes, type Route, serveRoutes } from './slack/routes.ts';

export interface DoorOptions {
  slack: { mode: { kind: 'socket'; appToken: string } | { kind: 'http'; signingSecret: string } };
  listen: { host: string; port: number };
}

/** The way in: Slack's requests, in either mode, and the questions about health beside them. */
export interface Door {
  mode: SlackMode;
  /** @returns the address that answers about health */
  open(app: App): Promise<string>;
  close(app: App): Promise<void>;
}

export function openDoor({ slack, listen }: DoorOptions, readiness: () => Promise<Readiness>): Door {
  const routes = routesFor(readiness);
  const mode: SlackMode = slack.mode.kind === 'http' ? { ...slack.mode, routes } : slack.mode;
  let probes: Server | undefined;

  return {
    mode,
    async open(app) {
      if (mode.kind === 'http') {
        // With HTTPReceiver this is the server; its type says `unknown`.
        return addressOf((await app.start(listen)) as Server);
      }
      probes = await serveRoutes(routes, listen);
      try {
        await app.start();
      } catch (error) {
        await closeServer(probes);
        throw error;
      }
      return addressOf(probes);
    },
    async close(app) {
      await app.stop();
      if (probes) await closeServer(probes);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function routesFor(readiness: () => Promise<Readiness>): Route[] {
  let registry: Promise<Registry> | undefined;
  return probeRoutes({
    async readiness() {
      const body = await readiness();
      return { isReady: body.status !== 'unavailable', body };
    },
    async metrics() {
      registry ??= startMetrics();
      const { contentType } = await registry;
      return { contentType, text: await (await registry).metrics() };
    },
  });
}

/** Loaded when somebody asks for the first time: most never do, and it takes its part of start and memory. */
async function startMetrics(): Promise<Registry> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  return registry;
}

function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
