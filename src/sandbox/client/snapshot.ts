import type { Built } from '../build.ts';
import type {
  Screen,
  ScreenChannel,
  ScreenMessage,
  ScreenPerson,
  ScreenView,
  Workspace as WorkspaceOnScreen,
} from '../screen.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import type { SandboxPerson } from '../workspace/workspace.ts';
import type { Client, OpenView } from './client.ts';
import { messageCanvas } from './elements.ts';
import { inviteCommand } from './post-message.ts';

export function snapshot({ app, workspace }: Built, client: Client): Screen {
  const { person, views, home, notices } = client;
  const channels = [...workspace.channels.values()].filter(
    (channel) => channel.kind !== 'direct' && channel.members.has(person.id),
  );
  return {
    person: personOnScreen(person),
    channels: channels.map((channel) => channelOnScreen(client, channel)),
    app: { ...channelOnScreen(client, workspace.direct(person.id)), name: app.botName },
    home: home && viewOnScreen(home, app.name),
    views: views.map((open) => viewOnScreen(open, app.name)),
    notices,
  };
}

function personOnScreen(person: SandboxPerson): ScreenPerson {
  const { id, name, realName, email, timezone, title = '' } = person;
  return { id, name, realName, email, timezone, title, role: roleOf(person) };
}

function roleOf(person: SandboxPerson): ScreenPerson['role'] {
  if (person.isDeleted) return 'deactivated';
  if (person.isBot) return 'bot';
  if (person.isStranger) return 'stranger';
  if (person.isGuest || person.isUltraGuest) return 'guest';
  if (person.isOwner) return 'owner';
  return person.isAdmin ? 'admin' : 'member';
}

function channelOnScreen(client: Client, channel: Channel): ScreenChannel {
  const { id, name, kind, hasApp } = channel;
  const visible = channel.messages.filter(({ onlyFor }) => !onlyFor || onlyFor === client.person.id);
  return { id, name, kind, hasApp, messages: visible.map((message) => messageOnScreen(client, message)) };
}

function messageOnScreen(client: Client, message: Message): ScreenMessage {
  const { elements, trouble } = messageCanvas(client, message);
  const { onlyFor, channel: _channel, metadata: _metadata, ...shown } = message;
  return { ...shown, isEphemeral: onlyFor !== undefined, elements, trouble };
}

function viewOnScreen(open: OpenView, appName: string): ScreenView {
  const { view, hash: _hash, rootId: _rootId, previousId: _previousId, menus: _menus, ...shown } = open;
  const isModal = view.type === 'modal';
  return {
    ...shown,
    type: view.type,
    title: isModal ? view.title.text : appName,
    submit: isModal ? (view.submit?.text ?? null) : null,
    close: isModal ? (view.close?.text ?? 'Close') : null,
    callbackId: view.callback_id ?? '',
  };
}

export function workspaceOnScreen(parts: Built): WorkspaceOnScreen {
  const { app, workspace, sockets, requestUrl, surroundings } = parts;
  const withoutSocket = requestUrl.current === undefined ? 'none' : 'http';
  const { team, name, botUserId, description, hasHome, hasMessagesInput } = app;
  const channels = [...workspace.channels.values()].filter(({ kind }) => kind !== 'direct');
  return {
    team: { id: team.id, name: team.name },
    app: { id: app.id, name, botUserId, description, hasHome, hasMessagesInput },
    people: [...workspace.people.values()].map(personOnScreen),
    channels: channels.map((channel) => ({
      id: channel.id,
      name: channel.name,
      isPrivate: channel.kind === 'private',
      members: [...channel.members],
    })),
    userGroups: workspace.userGroups,
    commands: [
      ...app.commands.map(({ usage_hint, should_escape: _escapes, ...one }) => ({
        ...one,
        usageHint: usage_hint,
      })),
      { ...inviteCommand, isSlacks: true as const },
    ],
    shortcuts: app.shortcuts.map(({ callback_id: callbackId, ...one }) => ({ ...one, callbackId })),
    delivery: sockets.isConnected ? 'socket' : withoutSocket,
    hasSurroundings: surroundings !== undefined,
  };
}
