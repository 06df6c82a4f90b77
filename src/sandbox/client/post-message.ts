import { type InstalledApp, isNamed } from '../app.ts';
import { type Channel, kindNames, type Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/objects.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { done, type HandlerParts, refused, type VerbOf } from './perform.ts';

const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

/** Posts a person's message in a channel. */
export async function postMessage(parts: HandlerParts, { person }: Client, verb: VerbOf<'postMessage'>) {
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

async function tell({ app, tellApp }: HandlerParts, channel: Channel, message: Message): Promise<void> {
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
function storedText({ app, workspace }: { app: InstalledApp; workspace: Workspace }, typed: string): string {
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
export function escapedCommandText(workspace: Workspace, typed: string): string {
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
