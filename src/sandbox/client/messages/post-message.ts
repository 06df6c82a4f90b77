import type { Channel, Message } from '../../workspace/channels.ts';
import { messageObject } from '../../workspace/message-object.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';
import { storedText } from './typed-text.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'events'>;

const subscriptions = {
  public: 'message.channels',
  private: 'message.groups',
  direct: 'message.im',
} as const;
const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

/** Writes a message into a channel. */
export function postMessageHandler(parts: Parts): Handler<'postMessage'> {
  const { app, workspace } = parts;
  return async ({ person }, verb) => {
    const channel = workspace.channels.get(verb.channel);
    if (!channel?.members.has(person.id) || channel.isArchived)
      return refused('You can’t post in this channel.');
    if (channel.kind === 'direct' && !app.hasMessagesInput)
      return refused('Sending messages to this app has been turned off.');
    if (verb.text.trim() === '') return refused('Your message is empty.');
    const from = { id: person.id, name: person.realName, isApp: false };
    const text = storedText(parts, verb.text);
    const message = workspace.post(channel, { from, text, blocks: [], isMrkdwn: true });
    await tellApp(parts, channel, message);
    return { outcome: 'done' };
  };
}

/** The app hears of it where it is a member and has subscribed. */
async function tellApp({ app, events }: Parts, channel: Channel, message: Message): Promise<void> {
  if (!channel.hasApp) return;
  const event = {
    ...messageObject(message, app),
    channel: channel.id,
    event_ts: message.ts,
    channel_type: channelTypes[channel.kind],
  };
  await events.tell(event, subscriptions[channel.kind]);
  if (message.mentions.includes(app.botUserId)) await events.tell({ ...event, type: 'app_mention' });
}
