import type { InstalledApp } from '../app/installed-app.ts';
import { inviteCommand } from '../client/commands/invite.ts';
import { personOnScreen } from '../client/snapshot.ts';
import type { Workspace as WorkspaceOnScreen } from '../screen.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Parts {
  app: InstalledApp;
  workspace: Workspace;
  /** How the app is reached now. */
  delivery: WorkspaceOnScreen['delivery'];
}

/** What everybody's Slack has in common. */
export function workspaceOnScreen({ app, workspace, delivery }: Parts): WorkspaceOnScreen {
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
    delivery,
  };
}
