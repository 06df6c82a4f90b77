import { z } from 'zod';
import { type Credentials, installApp } from './app.ts';
import type { AppView } from './block-kit/read.ts';
import { Changes } from './changes.ts';
import { type Clients, newClient } from './client/client.ts';
import { createViews } from './client/views.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Surroundings } from './control/surroundings.ts';
import { Delivery, type Payload, requestUrlCarrier } from './delivery/delivery.ts';
import { Sockets } from './delivery/sockets.ts';
import { createFiles } from './files.ts';
import { createIds } from './ids.ts';
import { eventTeller } from './payloads/events.ts';
import { createInteractions, createTriggers } from './payloads/interactions.ts';
import { createResponseUrls } from './payloads/response-urls.ts';
import { createFaults, createTraffic } from './traffic/traffic.ts';
import type { Message } from './workspace/channels.ts';
import { SandboxPerson, Workspace, type WorkspaceContent } from './workspace/workspace.ts';

export interface SandboxOptions extends WorkspaceContent {
  port: number;
  manifest: string;
  /** The app's tokens and signing secret; generated when omitted. */
  credentials?: Credentials;
  /** HTTP mode: where requests are posted while no Socket Mode connection is open. */
  requestUrl?: string;
  clock?: Clock;
  /**
   * Acknowledgement timeout and trigger lifetime in milliseconds; Slack's 3000 when omitted. Raise it to debug an app
   * or on a busy machine.
   */
  patience?: number;
  /** Controls around the app for the page; none when omitted. */
  surroundings?: Surroundings;
}

/** docs.slack.dev/interactivity/handling-user-interaction */
const slackPatience = 3000;

export function build(options: SandboxOptions) {
  const { clock = systemClock, patience = slackPatience } = options;
  const app = installApp(options.manifest, options.credentials);
  const ids = createIds(clock);
  const changes = new Changes();
  const address = { port: 0 };
  const host = () => `127.0.0.1:${address.port}`;
  const workspace = new Workspace(options, { ids, now: clock.now() });
  const clients: Clients = new Map([...workspace.people].map(([id, person]) => [id, newClient(person)]));
  const requestUrl = { current: options.requestUrl };
  const faults = createFaults();
  const traffic = createTraffic(clock, changes);
  const sockets = new Sockets(clock, app.id, faults);
  /** The app's current carrier, if any: Socket Mode connections take precedence over the request URL. */
  const route = ({ type }: Payload) => {
    if (type === 'interactive' && !app.isInteractive) return undefined;
    if (sockets.isConnected) return sockets;
    const { current } = requestUrl;
    return current === undefined ? undefined : requestUrlCarrier(current, app.signingSecret, clock);
  };
  const dropSockets = () => sockets.each((one) => one.drop());
  const delivery = new Delivery({ clock, patience, faults, traffic, route, dropSockets });
  const triggers = createTriggers(clock, patience);
  const responseUrls = createResponseUrls(clock, () => `http://${host()}`);
  const interactions = createInteractions({ app, triggers, responseUrls, ids, delivery });
  const tellApp = eventTeller(app, clock, ids, delivery);
  const views = createViews(clients, ids);
  const files = createFiles(clock, ids);
  /** Address at which the app gets a file with its token. */
  const fileUrl = (id: string, name: string, how: '' | 'download/' = '') =>
    `http://${host()}/files-pri/${app.team.id}-${id}/${how}${encodeURIComponent(name.toLowerCase())}`;
  /** New WebSocket URL, valid for one Socket Mode connection. */
  const socketUrl = () => `ws://${host()}${sockets.ticket()}`;
  const uploadUrl = (ticket: string) => `http://${host()}/upload/v1/${ticket}`;
  const addClient = (person: SandboxPerson) =>
    clients.set(person.id, newClient(workspace.addPerson(person, clock.now())));
  const calls: RecordedCall[] = [];
  return {
    ...{ address, app, workspace, clients, addClient, clock, changes, files, ids, views, calls },
    ...{ requestUrl, faults, traffic, sockets, delivery },
    ...{ triggers, responseUrls, interactions, tellApp, uploadUrl, fileUrl, socketUrl },
    surroundings: options.surroundings,
  };
}

export type Built = ReturnType<typeof build>;

/** Call of a Web API method. */
export interface RecordedCall {
  method: string;
  /** Arguments with their JSON parsed, without the token. */
  args: Record<string, unknown>;
  answer: ({ ok: boolean; error?: string } & Record<string, unknown>) | undefined;
}

/** Workspace as stored between two starts: what people would still find in Slack. */
const Saved = z.object({
  people: z.array(SandboxPerson),
  channels: z.array(
    z.object({ id: z.string(), members: z.array(z.string()), messages: z.array(z.custom<Message>()) }),
  ),
  /** Home tabs by person. */
  homes: z.record(z.string(), z.custom<AppView>()),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      title: z.string(),
      /** Base64. */
      content: z.string(),
      channels: z.array(z.string()),
    }),
  ),
  /** Number of ids given out. */
  ids: z.int(),
});

/** State of the workspace as JSON, for `restore`. */
export function save({ workspace, clients, files, ids }: Built): string {
  const saved: z.infer<typeof Saved> = {
    people: [...workspace.people.values()],
    channels: [...workspace.channels.values()].map(({ id, members, messages }) => ({
      id,
      members: [...members],
      messages,
    })),
    homes: Object.fromEntries(
      [...clients].flatMap(([id, { home }]) => (home ? [[id, home.view] as const] : [])),
    ),
    files: files.all().map((file) => ({ ...file, content: file.content.toString('base64') })),
    ids: ids.count,
  };
  return JSON.stringify(saved);
}

/** @throws an `Error` if the text isn't a state that `save` wrote */
export function restore({ workspace, addClient, clients, views, files, ids }: Built, text: string): void {
  const saved = Saved.parse(JSON.parse(text));
  ids.count = Math.max(ids.count, saved.ids);
  for (const person of saved.people)
    if (workspace.people.has(person.id)) workspace.changePerson(person.id, person);
    else addClient(person);
  for (const { id, members, messages } of saved.channels) {
    const channel = workspace.channels.get(id);
    if (channel) Object.assign(channel, { members: new Set(members), messages });
  }
  for (const [id, view] of Object.entries(saved.homes)) {
    const client = clients.get(id);
    if (client) views.publishHome(client, view);
  }
  for (const file of saved.files) files.put({ ...file, content: Buffer.from(file.content, 'base64') });
}
