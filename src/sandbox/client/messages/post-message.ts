import { eventPayload } from '../../payloads/event.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import type { Channel, Message } from '../../workspace/channels.ts';
import { messageObject } from '../../workspace/message-object.ts';
import type { Client } from '../client.ts';
import { storedText } from './typed-text.ts';

const eventOf = { public: 'message.channels', private: 'message.groups', direct: 'message.im' } as const;
const channelTypes = { public: 'channel', private: 'group', direct: 'im' } as const;

/** Writes a message into a channel. */
export async function postMessage(
  slack: Slack,
  client: Client,
  verb: { channel: string; text: string },
): Promise<Outcome> {
  const channel = slack.workspace.channels.get(verb.channel);
  const { id, realName: name } = client.person;
  if (!channel?.members.has(id) || channel.isArchived)
    return { outcome: 'refused', text: 'You cannot write in this channel.' };
  if (channel.kind === 'direct' && !slack.app.hasMessagesInput)
    return { outcome: 'refused', text: 'Sending messages to this app has been turned off.' };
  if (verb.text.trim() === '') return { outcome: 'refused', text: 'There is nothing to send.' };
  const text = storedText(slack, verb.text);
  const from = { id, name, isApp: false };
  const message = slack.workspace.post(channel, { from, text, blocks: [], isMrkdwn: true });
  await tellApp(slack, channel, message);
  return { outcome: 'done' };
}

/** The app hears of it where it is a member and has subscribed. */
async function tellApp(slack: Slack, channel: Channel, message: Message): Promise<void> {
  const { app, workspace } = slack;
  if (!channel.hasApp) return;
  const object = messageObject(message, { teamId: workspace.team.id, appId: app.id, botId: app.botId });
  const event = {
    ...object,
    channel: channel.id,
    event_ts: message.ts,
    channel_type: channelTypes[channel.kind],
  };
  if (app.events.has(eventOf[channel.kind])) await slack.delivery.announce(eventPayload(slack, event));
  if (app.events.has('app_mention') && message.mentions.includes(app.botUserId))
    await slack.delivery.announce(eventPayload(slack, { ...event, type: 'app_mention' }));
}
