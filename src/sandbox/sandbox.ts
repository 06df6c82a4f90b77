import type { AddressInfo } from 'node:net';
import formBody from '@fastify/formbody';
import { type FastifyInstance, fastify } from 'fastify';
import { readManifest } from './app/manifest.ts';
import { Changes } from './changes.ts';
import { newClient } from './client/client.ts';
import { type Clock, systemClock } from './clock.ts';
import { isOurs } from './control/guard.ts';
import { controlRoutes } from './control/routes.ts';
import { Delivery, type RecordedDelivery } from './delivery/delivery.ts';
import type { Payload } from './delivery/payload.ts';
import { Person } from './driver/person.ts';
import type { NewFault } from './faults/fault.ts';
import { Faults } from './faults/faults.ts';
import { requestUrlCarrier } from './http-mode/request-url.ts';
import { Ids, secret } from './ids.ts';
import { responseUrlRoutes } from './interactivity/response-url-route.ts';
import { ResponseUrls } from './interactivity/response-urls.ts';
import { Triggers } from './interactivity/triggers.ts';
import { pageRoutes } from './page-files/routes.ts';
import { userChangePayloads } from './payloads/user-change.ts';
import { userGroupPayloads } from './payloads/user-group.ts';
import type { InstalledApp, Slack } from './slack.ts';
import { Sockets } from './socket-mode/sockets.ts';
import { Traffic } from './traffic/traffic.ts';
import { type RecordedCall, webApiRoutes } from './web-api/routes.ts';
import type { ChannelChange, Message, SandboxChannel } from './workspace/channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace/people.ts';
import { type UserGroupChange, Workspace } from './workspace/workspace.ts';

export interface SandboxOptions {
  /** 0 for any free one. */
  port: number;
  /** The app manifest, as YAML or JSON text. */
  manifest: string;
  people: SandboxPerson[];
  channels: SandboxChannel[];
  userGroups?: SandboxUserGroup[];
  /** HTTP mode: where everything is posted while no Socket Mode connection is open. */
  requestUrl?: string;
  /** Milliseconds since the epoch; the machine's time unless given. */
  now?: () => number;
  /** Time and timers; wins over `now`. */
  clock?: Clock;
}

/** A running sandbox. */
export interface Sandbox {
  /** The page's address. */
  url: string;
  /** For `SLACK_API_URL`. */
  apiUrl: string;
  botToken: string;
  appToken: string;
  signingSecret: string;
  botUserId: string;
  teamId: string;
  setRequestUrl(url: string | undefined): void;
  /** Throws when there is nobody with this id. */
  person(id: string): Person;
  /** Web API calls that came in, oldest first; of one method, or all. */
  calls(method?: string): RecordedCall[];
  /** Payloads that went out, oldest first. */
  deliveries(): RecordedDelivery[];
  /** What is stored in a channel, ephemeral messages too, oldest first. */
  messages(channelId: string): Message[];
  /** From now on this is so: another role, deactivated… The app hears of it when it asked for that event. */
  changePerson(id: string, change: Partial<Omit<SandboxPerson, 'id'>>): void;
  /** From now on a user group has these people, or is called so. The app hears of it by the events it asked for. */
  changeUserGroup(id: string, change: UserGroupChange): void;
  /** The app is in the channel from now on, or is not; the channel is archived or shared, or is not. */
  changeChannel(id: string, change: ChannelChange): void;
  addFault(fault: Pick<NewFault, 'target' | 'kind'> & Partial<NewFault>): void;
  clearFaults(): void;
  /** Open Socket Mode connections. */
  connections(): number;
  /** Asks the app's connections to come anew, as Slack does every hour or so. */
  refreshSockets(reason: 'warning' | 'refresh_requested'): void;
  /** Cuts the app's connections. */
  dropSockets(): void;
  /** The app's connections stand and carry nothing any more, not even pings. */
  silenceSockets(): void;
  /** Sends a frame as it is to the app's connections. */
  sendFrame(text: string): void;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a local Slack on loopback, with one app installed. Throws when the manifest is none or the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const parts = build(options);
  const server = await serve(parts, options.port);
  return facade(parts, server);
}

interface Parts {
  slack: Slack;
  sockets: Sockets;
  faults: Faults;
  traffic: Traffic;
  trafficChanges: Changes;
  calls: RecordedCall[];
  requestUrl: { current: string | undefined };
  port: number;
}

function build(options: SandboxOptions): Parts {
  const clock = options.clock ?? systemClock(options.now);
  const [changes, trafficChanges] = [new Changes(), new Changes()];
  const app = installed(options.manifest);
  const ids = new Ids(clock);
  const faults = new Faults(() => trafficChanges.changed());
  const sockets = new Sockets(clock, app.id, faults);
  const traffic = new Traffic(clock, () => trafficChanges.changed());
  const requestUrl = { current: options.requestUrl };
  const { people, channels, userGroups = [] } = options;
  const workspace = new Workspace(
    { people, channels, userGroups },
    { ids, now: clock.now(), changed: () => changes.changed() },
  );
  const route = ({ type }: Payload) => {
    if (type === 'interactive' && !app.isInteractive) return undefined;
    if (sockets.isConnected) return { carrier: sockets, via: 'socket' as const };
    const url = requestUrl.current;
    if (url === undefined) return undefined;
    const carrier = requestUrlCarrier({ url, signingSecret: app.signingSecret, now: () => clock.now() });
    return { carrier, via: 'http' as const };
  };
  const slack: Slack = {
    app,
    workspace,
    clients: new Map([...workspace.people.values()].map((person) => [person.id, newClient(person)])),
    triggers: new Triggers(clock),
    responseUrls: new ResponseUrls(clock),
    delivery: new Delivery({ clock, faults, traffic, route, dropSockets: () => sockets.drop() }),
    clock,
    ids,
    changes,
  };
  return { slack, sockets, faults, traffic, trafficChanges, calls: [], requestUrl, port: 0 };
}

function installed(manifest: string): InstalledApp {
  return {
    ...readManifest(manifest),
    id: 'A0SANDBOX',
    botId: 'B0SANDBOX',
    botUserId: 'U0SANDBOXBOT',
    botToken: `xoxb-sandbox-${secret()}`,
    appToken: `xapp-1-A0SANDBOX-${secret()}`,
    signingSecret: secret(),
    verificationToken: secret(),
  };
}

async function serve(parts: Parts, port: number): Promise<FastifyInstance> {
  const server = fastify({ bodyLimit: 4_000_000, forceCloseConnections: true });
  server.addHook('onRequest', async (request, reply) => {
    if (!isOurs(request.headers, parts.port)) return reply.status(403).send('This is not for you.');
  });
  await server.register(formBody);
  webApiRoutes(server, { ...parts, host: () => `127.0.0.1:${parts.port}` });
  responseUrlRoutes(server, parts);
  controlRoutes(server, parts);
  pageRoutes(server);
  server.server.on('upgrade', (request, socket, head) => {
    if (isOurs(request.headers, parts.port)) parts.sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  await server.listen({ host: '127.0.0.1', port });
  parts.port = (server.server.address() as AddressInfo).port;
  parts.slack.responseUrls.origin = `http://127.0.0.1:${parts.port}`;
  return server;
}

function facade(parts: Parts, server: FastifyInstance): Sandbox {
  const { slack, sockets, faults, calls } = parts;
  const { app, workspace, delivery, clients } = slack;
  const url = `http://127.0.0.1:${parts.port}/`;
  return {
    url,
    apiUrl: `${url}api/`,
    botToken: app.botToken,
    appToken: app.appToken,
    signingSecret: app.signingSecret,
    botUserId: app.botUserId,
    teamId: workspace.team.id,
    setRequestUrl(next) {
      parts.requestUrl.current = next;
      slack.changes.changed();
    },
    person(id) {
      const client = clients.get(id);
      if (!client) throw new Error(`there is no person ${id} in this sandbox`);
      return new Person(slack, client);
    },
    calls: (method) => calls.filter((call) => method === undefined || call.method === method),
    deliveries: () => [...delivery.recorded],
    messages: (channelId) => [...(workspace.channels.get(channelId)?.messages ?? [])],
    changePerson(id, change) {
      const changed = workspace.changePerson(id, change);
      for (const payload of userChangePayloads(slack, changed)) void delivery.announce(payload);
    },
    changeUserGroup(id, change) {
      const { before, after } = workspace.changeUserGroup(id, change);
      for (const payload of userGroupPayloads(slack, before, after)) void delivery.announce(payload);
    },
    changeChannel: (id, change) => workspace.changeChannel(id, change),
    addFault: (fault) =>
      void faults.add({ when: 'before', times: 1, status: 503, milliseconds: 1000, ...fault }),
    clearFaults: () => faults.remove(),
    connections: () => sockets.count,
    refreshSockets: (reason) => sockets.refresh(reason),
    dropSockets: () => sockets.drop(),
    silenceSockets: () => sockets.silence(),
    sendFrame: (text) => sockets.sendText(text),
    settled: () => delivery.settled(),
    async stop() {
      delivery.stop();
      await sockets.stop();
      await server.close();
    },
  };
}
