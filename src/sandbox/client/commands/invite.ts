import { isNamed } from '../../app/installed-app.ts';
import type { Outcome } from '../../verbs.ts';
import type { Channel } from '../../workspace/channels.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Client } from '../client.ts';
import { type HandlerParts, refused } from '../perform.ts';

/** Slack's own command, as the page completes it. */
export const inviteCommand = {
  command: '/invite',
  description: 'Add an app or a person to this channel',
  usageHint: '@name',
};

/** `/invite @name`: whoever is in a channel lets the app or other people in. */
export function invite(parts: Parts, client: Client, channel: Channel, text: string): Outcome {
  const names = text.split(/[\s,]+/).flatMap((word) => (/^@?[^@]/.test(word) ? word.replace(/^@/, '') : []));
  if (channel.kind === 'direct') return refused('You can’t add anyone to a direct message.');
  if (channel.isArchived) return refused('This channel is archived.');
  if (names.length === 0) return refused('Add a name: /invite @name');
  const found = names.map((name) => ({ name, member: memberNamed(parts, name) }));
  const unknown = found.find(({ member }) => member === undefined);
  if (unknown) return refused(`Nobody here is called “@${unknown.name}”.`);
  for (const { member } of found) if (member) join(parts.workspace, client, channel, member);
  return { outcome: 'done' };
}

type Parts = Pick<HandlerParts, 'app' | 'workspace'>;

type Member = { id: string; name: string; isApp: boolean };

function memberNamed({ app, workspace }: Parts, name: string): Member | undefined {
  const wanted = name.toLowerCase();
  if (isNamed(app, name)) return { id: app.botUserId, name: app.botName, isApp: true };
  const person = [...workspace.people.values()].find((one) => one.name.toLowerCase() === wanted);
  return person && !person.isDeleted ? { id: person.id, name: person.realName, isApp: false } : undefined;
}

function join(workspace: Workspace, client: Client, channel: Channel, { id, name, isApp }: Member): void {
  if (isApp ? channel.hasApp : channel.members.has(id)) return;
  if (isApp) workspace.changeChannel(channel.id, { hasApp: true });
  else workspace.addMember(channel, id);
  const { person } = client;
  workspace.post(channel, {
    from: { id, name, isApp },
    text: `was added to #${channel.name} by ${person.realName}.`,
    blocks: [],
    isMrkdwn: false,
  });
}
