import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '@slack/bolt';
import type { Registry } from 'prom-client';
import type { ConnectionStore } from './connection.ts';
import { startingUp } from './messages.ts';
import type { Directory } from './onboarding/directory.ts';
import { explain } from './onboarding/explain.ts';
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

/** What readiness is told from. */
interface DoorState {
  directory: Directory;
  connection: ConnectionStore;
  /** What holds up all requests. */
  trouble: () => Error | undefined;
}

export function openDoor({ slack, listen }: DoorOptions, state: DoorState): Door {
  const routes = routesFor(state);
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

function routesFor({ directory, connection, trouble }: DoorState): Route[] {
  let registry: Promise<Registry> | undefined;
  return probeRoutes({
    notReadyBecause() {
      const unreadable = connection.trouble();
      if (unreadable) return unreadable.message;
      const heldUp = trouble();
      if (heldUp) return explain(heldUp);
      if (directory.current()) return undefined;
      const failed = directory.trouble();
      return failed ? explain(failed) : startingUp;
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
