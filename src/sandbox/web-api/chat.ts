import { z } from 'zod';
import { isObject } from '../block-kit/check.ts';
import { readMessageBlocks } from '../block-kit/message.ts';
import { appSender } from '../interactivity/response-message.ts';
import type { Slack } from '../slack.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import { messageObject } from '../workspace/message-object.ts';
import { visibleChannel } from './conversations.ts';
import { Flag, invalidBlocks, Json, type Method, readArguments, SlackError } from './method.ts';

const Content = z.object({
  channel: z.string(),
  text: z.string().default(''),
  blocks: Json.optional(),
  attachments: Json.optional(),
  mrkdwn: Flag.default(true),
  metadata: Json.optional(),
  thread_ts: z.string().optional(),
});
const Ephemeral = Content.extend({ user: z.string() });
const Change = Content.extend({ ts: z.string() });
const Which = z.object({ channel: z.string(), ts: z.string() });

/** Limits of `text`: docs.slack.dev/reference/methods/chat.postMessage and chat.update. */
const longestText = 40_000;
const longestUpdate = 4000;

export const chatMethods: Record<string, Method> = {
  'chat.postMessage': {
    token: 'bot',
    scopes: ['chat:write'],
    run({ slack, args }) {
      const read = readArguments(Content, args);
      const channel = writable(slack, read.channel);
      const message = slack.workspace.post(channel, {
        ...content(read, longestText),
        ...origin(slack, read),
      });
      return { channel: channel.id, ts: message.ts, message: shown(slack, message) };
    },
  },
  'chat.postEphemeral': {
    token: 'bot',
    scopes: ['chat:write'],
    run({ slack, args }) {
      const read = readArguments(Ephemeral, args);
      const channel = visibleChannel(slack, read.channel);
      if (channel.isArchived) throw new SlackError('is_archived');
      if (!channel.hasApp) throw new SlackError('not_in_channel');
      if (!channel.members.has(read.user)) throw new SlackError('user_not_in_channel');
      const { ts } = slack.workspace.post(channel, {
        ...content(read, longestText),
        ...origin(slack, read),
        onlyFor: read.user,
      });
      return { message_ts: ts };
    },
  },
  'chat.update': {
    token: 'bot',
    scopes: ['chat:write'],
    run({ slack, args }) {
      const read = readArguments(Change, args);
      const message = own(slack, read, 'cant_update_message');
      slack.workspace.edit(message, content(read, longestUpdate));
      const { channel, ts, text } = message;
      return { channel, ts, text, message: shown(slack, message) };
    },
  },
  'chat.delete': {
    token: 'bot',
    scopes: ['chat:write'],
    run({ slack, args }) {
      const { channel, ts } = readArguments(Which, args);
      slack.workspace.remove(own(slack, { channel, ts }, 'cant_delete_message'));
      return { channel, ts };
    },
  },
  'chat.getPermalink': {
    token: 'bot',
    scopes: [],
    run({ slack, args }) {
      const channel = visibleChannel(slack, readArguments(z.object({ channel: z.string() }), args).channel);
      const { message_ts: ts } = readArguments(z.object({ message_ts: z.string() }), args);
      if (!channel.messages.some((one) => one.ts === ts)) throw new SlackError('message_not_found');
      const host = `https://${slack.workspace.team.domain}.slack.com`;
      return { channel: channel.id, permalink: `${host}/archives/${channel.id}/p${ts.replace('.', '')}` };
    },
  },
};

function content(
  read: z.infer<typeof Content>,
  longest: number,
): Pick<Message, 'text' | 'blocks' | 'isMrkdwn'> {
  if (read.attachments !== undefined) throw new SlackError('invalid_attachments');
  if (read.blocks !== undefined && !Array.isArray(read.blocks)) throw new SlackError('invalid_blocks_format');
  const result = readMessageBlocks(read.blocks ?? []);
  if ('problems' in result) throw invalidBlocks(result.problems);
  if (read.text.trim() === '' && result.blocks.length === 0) throw new SlackError('no_text');
  if ([...read.text].length > longest) throw new SlackError('msg_too_long');
  return { text: read.text, blocks: result.blocks, isMrkdwn: read.mrkdwn, ...metadata(read.metadata) };
}

function metadata(value: unknown): { metadata?: unknown } {
  if (value === undefined) return {};
  if (!isObject(value) || typeof value.event_type !== 'string' || !isObject(value.event_payload))
    throw new SlackError('invalid_metadata_format');
  return { metadata: value };
}

function origin(slack: Slack, read: { thread_ts?: string | undefined }) {
  return { from: appSender(slack), ...(read.thread_ts && { threadTs: read.thread_ts }) };
}

/** The channel in which the app may write: by id, by name, or a person's id for the conversation with them. */
function writable(slack: Slack, wanted: string): Channel {
  const person = slack.workspace.people.get(wanted);
  if (person?.isBot) throw new SlackError('cannot_dm_bot');
  // Slack's documentation names no error for deactivated people; that it fails is certain.
  if (person?.isDeleted) throw new SlackError('channel_not_found');
  if (person) return slack.workspace.direct(person.id);
  const channel = visibleChannel(slack, named(slack, wanted) ?? wanted);
  if (channel.isArchived) throw new SlackError('is_archived');
  const mayEnter = channel.kind === 'public' && slack.app.scopes.has('chat:write.public');
  if (!channel.hasApp && !mayEnter) throw new SlackError('not_in_channel');
  return channel;
}

function named(slack: Slack, wanted: string): string | undefined {
  const name = wanted.replace(/^#/, '');
  return [...slack.workspace.channels.values()].find((one) => one.kind !== 'direct' && one.name === name)?.id;
}

/** The app's own message; ephemeral ones are out of its reach. */
function own(slack: Slack, which: { channel: string; ts: string }, otherwise: string): Message {
  const channel = visibleChannel(slack, which.channel);
  const message = channel.messages.find(({ ts, onlyFor }) => ts === which.ts && !onlyFor);
  if (!message) throw new SlackError('message_not_found');
  if (!message.from.isApp) throw new SlackError(otherwise);
  return message;
}

function shown(slack: Slack, message: Message) {
  const { id, botId } = slack.app;
  return messageObject(message, { teamId: slack.workspace.team.id, appId: id, botId });
}
