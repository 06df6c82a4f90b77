import { type Channel, kindNames, type Message } from '../../workspace/channels.ts';
import { messageObject } from '../../workspace/message-object.ts';
import type { Client } from '../client.ts';
import { done, type HandlerParts, refused, type VerbOf } from '../perform.ts';
import { storedText } from './typed-text.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'tellApp'>;

const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

/** Posts a person's message in a channel. */
export async function postMessage(parts: Parts, { person }: Client, verb: VerbOf<'postMessage'>) {
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

async function tell({ app, tellApp }: Parts, channel: Channel, message: Message): Promise<void> {
  const event = {
    ...messageObject(message, app),
    channel: channel.id,
    event_ts: message.ts,
    channel_type: channelTypes[channel.kind],
  };
  await tellApp(event, `message.${kindNames[channel.kind]}`);
  if (message.mentions.includes(app.botUserId)) await tellApp({ ...event, type: 'app_mention' });
}
