import { isNamed } from '../../app/installed-app.ts';
import type { Outcome } from '../../verbs.ts';
import type { Channel, Message } from '../../workspace/channels.ts';
import { appSender } from '../../workspace/message-object.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Client } from '../client.ts';
import { type HandlerParts, refused } from '../perform.ts';

export const inviteCommand = {
  command: '/invite',
  description: 'Add an app or a person to this channel',
  usageHint: '@name',
};

/** `/invite @name`: adds the app or people to a channel the person is in. */
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

function memberNamed({ app, workspace }: Parts, name: string): Message['from'] | undefined {
  const wanted = name.toLowerCase();
  if (isNamed(app, name)) return appSender(app);
  const person = [...workspace.people.values()].find((one) => one.name.toLowerCase() === wanted);
  return person && !person.isDeleted ? { id: person.id, name: person.realName, isApp: false } : undefined;
}

function join(workspace: Workspace, { person }: Client, channel: Channel, from: Message['from']): void {
  const { id, isApp } = from;
  if (isApp ? channel.hasApp : channel.members.has(id)) return;
  if (isApp) workspace.changeChannel(channel.id, { hasApp: true });
  else workspace.addMember(channel, id);
  const text = `was added to #${channel.name} by ${person.realName}.`;
  workspace.post(channel, { from, text, blocks: [], isMrkdwn: false });
}
