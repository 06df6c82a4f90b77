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
  const { id, name } = app.team;
  const channels = [...workspace.channels.values()].filter(({ kind }) => kind !== 'direct');
  return {
    team: { id, name },
    app: {
      id: app.id,
      name: app.name,
      botUserId: app.botUserId,
      description: app.description,
      hasHome: app.hasHome,
      hasMessagesInput: app.hasMessagesInput,
    },
    people: [...workspace.people.values()].map(personOnScreen),
    channels: channels.map((channel) => ({
      id: channel.id,
      name: channel.name,
      isPrivate: channel.kind === 'private',
      members: [...channel.members],
    })),
    userGroups: workspace.userGroups,
    commands: [
      ...app.commands.map(({ command, description, usage_hint: usageHint }) => ({
        command,
        description,
        usageHint,
      })),
      { ...inviteCommand, isSlacks: true as const },
    ],
    shortcuts: app.shortcuts.map((one) => ({
      name: one.name,
      type: one.type,
      callbackId: one.callback_id,
      description: one.description,
    })),
    delivery,
  };
}
