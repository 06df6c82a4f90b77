import { type InstalledApp, installApp } from './app/installed-app.ts';
import { Changes } from './changes.ts';
import { type Clients, newClient } from './client/client.ts';
import { commandHandler } from './client/commands/command.ts';
import { messageShortcutHandler, shortcutHandler } from './client/commands/shortcut.ts';
import { inputHandler, pressHandler } from './client/elements/block-actions.ts';
import { suggestHandler } from './client/elements/suggest.ts';
import { postMessageHandler } from './client/messages/post-message.ts';
import { Notices } from './client/notices.ts';
import { type HandlerParts, type Handlers, performer } from './client/perform.ts';
import { closeAllHandler, closeHandler } from './client/views/close.ts';
import { openHomeHandler } from './client/views/open-home.ts';
import { submitHandler } from './client/views/submit.ts';
import { Views } from './client/views/views.ts';
import { type Clock, systemClock } from './clock.ts';
import { Delivery } from './delivery/delivery.ts';
import type { Payload } from './delivery/payload.ts';
import { Faults } from './faults/faults.ts';
import { requestUrlCarrier } from './http-mode/request-url.ts';
import { Ids } from './ids.ts';
import { ResponseUrls } from './interactivity/response-urls.ts';
import { Triggers } from './interactivity/triggers.ts';
import { Events } from './payloads/events.ts';
import { Interactions } from './payloads/interactions.ts';
import { Sockets } from './socket-mode/sockets.ts';
import { Traffic } from './traffic/traffic.ts';
import { authMethods } from './web-api/auth.ts';
import { chatMethods } from './web-api/chat.ts';
import { conversationMethods } from './web-api/conversations.ts';
import type { Methods } from './web-api/method.ts';
import type { RecordedCall } from './web-api/routes.ts';
import { userGroupMethods } from './web-api/user-groups.ts';
import { userMethods } from './web-api/users.ts';
import { viewMethods } from './web-api/views.ts';
import type { SandboxChannel } from './workspace/channels.ts';
import type { SandboxPerson, SandboxUserGroup } from './workspace/people.ts';
import { Workspace } from './workspace/workspace.ts';

/** What a sandbox starts with. */
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

/** All that makes this Slack, wired together: no part but the one that starts the sandbox gets all of it. */
export function build(options: SandboxOptions) {
  const clock = options.clock ?? systemClock(options.now);
  const app = installApp(options.manifest);
  const ids = new Ids(clock);
  const changes = new Changes();
  const address = { port: 0 };
  const host = () => `127.0.0.1:${address.port}`;
  const workspace = storage(options, { ids, clock, changes });
  const clients: Clients = new Map([...workspace.people].map(([id, person]) => [id, newClient(person)]));
  const line = lineToApp(options.requestUrl, { app, clock });
  const { delivery, sockets } = line;
  const triggers = new Triggers(clock);
  const responseUrls = new ResponseUrls(clock, () => `http://${host()}`);
  const interactions = new Interactions({
    app,
    triggers,
    responseUrls,
    ids,
    deliver: (payload) => delivery.deliver(payload),
  });
  const events = new Events({ app, clock, ids, announce: (payload) => delivery.announce(payload) });
  const views = new Views({ clients, ids, changes });
  const notices = new Notices({ ids, changes });
  const perform = performer(handlers({ app, workspace, interactions, events, views, notices, changes }));
  const methods: Methods = {
    ...authMethods({ app, socketUrl: () => `ws://${host()}${sockets.ticket()}` }),
    ...chatMethods({ app, workspace }),
    ...conversationMethods({ app, workspace }),
    ...userGroupMethods({ app, workspace }),
    ...userMethods({ app, workspace, clock }),
    ...viewMethods({ app, clients, triggers, views }),
  };
  const calls: RecordedCall[] = [];
  return {
    ...line,
    ...{ address, app, workspace, clients, clock, changes },
    ...{ responseUrls, events, perform, methods, calls },
  };
}

/** The wired parts. */
export type Built = ReturnType<typeof build>;

function storage(
  { people, channels, userGroups = [] }: SandboxOptions,
  { ids, clock, changes }: { ids: Ids; clock: Clock; changes: Changes },
): Workspace {
  const tools = { ids, now: clock.now(), changed: () => changes.changed() };
  return new Workspace({ people, channels, userGroups }, tools);
}

/** What lies between Slack and the app. */
function lineToApp(url: string | undefined, { app, clock }: { app: InstalledApp; clock: Clock }) {
  const requestUrl = { current: url };
  const trafficChanges = new Changes();
  const faults = new Faults(() => trafficChanges.changed());
  const traffic = new Traffic(clock, () => trafficChanges.changed());
  const sockets = new Sockets(clock, app.id, faults);
  const toRequestUrl = (url: string) =>
    requestUrlCarrier({ url, signingSecret: app.signingSecret, now: () => clock.now() });
  /** How the app can be reached now, if it can: its Socket Mode connections come before its request URL. */
  const route = ({ type }: Payload) => {
    if (type === 'interactive' && !app.isInteractive) return undefined;
    if (sockets.isConnected) return { carrier: sockets, via: 'socket' as const };
    const url = requestUrl.current;
    return url === undefined ? undefined : { carrier: toRequestUrl(url), via: 'http' as const };
  };
  const delivery = new Delivery({
    clock,
    faults,
    traffic,
    route,
    dropSockets: () => sockets.each((one) => one.drop()),
  });
  return { requestUrl, faults, traffic, trafficChanges, sockets, delivery };
}

function handlers(parts: HandlerParts): Handlers {
  return {
    command: commandHandler(parts),
    shortcut: shortcutHandler(parts),
    messageShortcut: messageShortcutHandler(parts),
    openHome: openHomeHandler(parts),
    postMessage: postMessageHandler(parts),
    input: inputHandler(parts),
    suggest: suggestHandler(parts),
    press: pressHandler(parts),
    submit: submitHandler(parts),
    close: closeHandler(parts),
    closeAll: closeAllHandler(parts),
    dismiss(client, { noticeId }) {
      parts.notices.dismiss(client, noticeId);
      return { outcome: 'done' };
    },
  };
}
