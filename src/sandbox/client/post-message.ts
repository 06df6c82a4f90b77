import { type InstalledApp, isNamed } from '../app.ts';
import type { Built } from '../build.ts';
import { postResponse } from '../payloads/response-urls.ts';
import type { Outcome } from '../screen.ts';
import { type Channel, kindNames, type Message } from '../workspace/channels.ts';
import { appSender, messageObject } from '../workspace/objects.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { visibleMessage } from './elements.ts';
import { done, failed, refused, sentences, type VerbOf } from './outcomes.ts';

const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

export async function postMessage(parts: Built, { person }: Client, verb: VerbOf<'postMessage'>) {
  const { app, workspace } = parts;
  const channel = workspace.channels.get(verb.channel);
  if (!channel?.members.has(person.id) || channel.isArchived)
    return refused('You can’t post in this channel.');
  if (channel.kind === 'direct' && !app.hasMessagesInput)
    return refused('Sending messages to this app has been turned off.');
  if (verb.text.trim() === '') return refused('Your message is empty.');
  const from = { id: person.id, name: person.realName, isApp: false };
  const text = storedText(parts, verb.text);
  const message = workspace.post(channel, { from, text, blocks: [], isMrkdwn: true });
  if (channel.hasApp) await tell(parts, channel, message);
  return done;
}

async function tell({ app, tellApp }: Built, channel: Channel, message: Message): Promise<void> {
  const event = {
    ...messageObject(message, app),
    channel: channel.id,
    event_ts: message.ts,
    channel_type: channelTypes[channel.kind],
  };
  await tellApp(event, `message.${kindNames[channel.kind]}`);
  if (message.mentions.includes(app.botUserId)) await tellApp({ ...event, type: 'app_mention' });
}

/** Typed text as Slack stores it: `&`, `<` and `>` escaped; names, links and addresses marked up. */
function storedText({ app, workspace }: Built, typed: string): string {
  const escaped = typed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const called = escaped.replace(/(^|\s)@(channel|here|everyone)\b/g, '$1<!$2>');
  const text = withNames(workspace, linked(called), (id) => `<@${id}>`);
  return text.replace(/(^|\s)@([\w.-]+)/g, (whole, space: string, name: string) =>
    isNamed(app, name) ? `${space}<@${app.botUserId}>` : whole,
  );
}

/**
 * Command text for an app that asked for escaping: people and channels as ids, addresses and links in brackets
 * (docs.slack.dev/interactivity/implementing-slash-commands).
 */
function escapedCommandText(workspace: Workspace, typed: string): string {
  return withNames(workspace, linked(typed), (id, name) => `<@${id}|${name}>`);
}

function linked(text: string): string {
  return text
    .replace(/(^|\s)([^\s@<>|]+@[^\s@<>|]+\.[a-z]{2,})(?=$|[\s,;.!?)])/gi, '$1<mailto:$2|$2>')
    .replace(/(^|\s)(https?:\/\/[^\s<>|]+)/gi, '$1<$2>');
}

function withNames(
  { people, channels }: Workspace,
  text: string,
  user: (id: string, name: string) => string,
): string {
  return text
    .replace(/(^|\s)@([\w.-]+)/g, (whole, space: string, name: string) => {
      const person = [...people.values()].find((one) => one.name === name);
      return person ? space + user(person.id, person.name) : whole;
    })
    .replace(/(^|\s)#([\w-]+)/g, (whole, space: string, name: string) => {
      const channel = [...channels.values()].find((one) => one.kind === 'public' && one.name === name);
      return channel ? `${space}<#${channel.id}|${channel.name}>` : whole;
    });
}

export async function command(parts: Built, client: Client, verb: VerbOf<'command'>) {
  const { app, workspace, interactions } = parts;
  const [, name = '', text = ''] = /^(\/\S*)\s*([\s\S]*)$/.exec(verb.text.trim()) ?? [];
  const channel = workspace.channels.get(verb.channel);
  if (!channel?.members.has(client.person.id)) return refused('You are not in this channel.');
  if (name === inviteCommand.command) return invite(parts, client, channel, text);
  const known = app.commands.find(({ command }) => command === name);
  if (!known || !app.scopes.has('commands')) return refused(sentences.unknownCommand(name || verb.text));
  const typed = known.should_escape ? escapedCommandText(workspace, text) : text;
  const answer = await interactions.command(client.person, channel, { command: name, text: typed });
  const problem = answer.ok ? post(parts, client, channel, answer.body) : answer.reason;
  return problem ? failed(parts, client, failure(name, problem)) : done;
}

function post(parts: Built, { person }: Client, { id: channel }: Channel, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const message = typeof body === 'string' ? { text: body } : body;
  return postResponse(parts, { channel, personId: person.id }, message);
}

function failure(name: string, reason: string): string {
  const silent = reason.startsWith('no answer') || reason.includes('reached');
  return silent ? sentences.commandFailed(name) : sentences.commandRefused(name);
}

export async function shortcut(parts: Built, client: Client, { callbackId }: VerbOf<'shortcut'>) {
  const known = find(parts.app, 'global', callbackId);
  if (!known) return refused(`There is no shortcut ${callbackId}.`);
  const answer = await parts.interactions.shortcut(client.person, callbackId);
  return answer.ok ? done : failed(parts, client, sentences.shortcutFailed(known.name));
}

export async function messageShortcut(parts: Built, client: Client, verb: VerbOf<'messageShortcut'>) {
  const { callbackId } = verb;
  const known = find(parts.app, 'message', callbackId);
  const target = visibleMessage(parts.workspace, client, verb);
  if (!known || !target || target.message.onlyFor)
    return refused(`There is no shortcut ${callbackId} for this message.`);
  const answer = await parts.interactions.messageShortcut(client.person, callbackId, target);
  return answer.ok ? done : failed(parts, client, sentences.shortcutFailed(known.name));
}

function find({ shortcuts }: InstalledApp, type: 'global' | 'message', callbackId: string) {
  return shortcuts.find((one) => one.type === type && one.callback_id === callbackId);
}

export const inviteCommand = {
  command: '/invite',
  description: 'Add an app or a person to this channel',
  usageHint: '@name',
};

/** `/invite @name`: adds the app or people to a channel the person is in. */
function invite(parts: Built, client: Client, channel: Channel, text: string): Outcome {
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

function memberNamed({ app, workspace }: Built, name: string): Message['from'] | undefined {
  const wanted = name.toLowerCase();
  if (isNamed(app, name)) return appSender(app);
  const person = [...workspace.people.values()].find((one) => one.name.toLowerCase() === wanted);
  return person && !person.isDeleted ? { id: person.id, name: person.realName, isApp: false } : undefined;
}

function join(workspace: Workspace, { person }: Client, channel: Channel, from: Message['from']): void {
  const { id, isApp } = from;
  if (isApp ? channel.hasApp : channel.members.has(id)) return;
  if (isApp) channel.hasApp = true;
  else channel.members.add(id);
  const text = `was added to #${channel.name} by ${person.realName}.`;
  workspace.post(channel, { from, text, blocks: [], isMrkdwn: false });
}
