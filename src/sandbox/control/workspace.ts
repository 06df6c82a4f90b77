import { inviteCommand } from '../client/commands/invite.ts';
import { personOnScreen } from '../client/snapshot.ts';
import type { Workspace } from '../screen.ts';
import type { ControlTools } from './routes.ts';

/** What everybody's Slack has in common. */
export function workspaceOnScreen({ slack, sockets, requestUrl }: ControlTools): Workspace {
  const { app, workspace } = slack;
  const { id, name } = workspace.team;
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
    delivery: deliveryNow(sockets.isConnected, requestUrl.current),
  };
}

function deliveryNow(hasSocket: boolean, requestUrl: string | undefined): Workspace['delivery'] {
  if (hasSocket) return 'socket';
  return requestUrl === undefined ? 'none' : 'http';
}
