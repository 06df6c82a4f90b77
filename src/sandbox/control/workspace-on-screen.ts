import type { InstalledApp } from '../app/installed-app.ts';
import { inviteCommand } from '../client/commands/invite.ts';
import { personOnScreen } from '../client/snapshot.ts';
import type { Workspace as WorkspaceOnScreen } from '../screen.ts';
import type { Sockets } from '../socket-mode/sockets.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Parts {
  app: InstalledApp;
  workspace: Workspace;
  sockets: Sockets;
  requestUrl: { current: string | undefined };
}

/** Workspace data that everyone's page shows. */
export function workspaceOnScreen({ app, workspace, sockets, requestUrl }: Parts): WorkspaceOnScreen {
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
  };
}
