import { z } from 'zod';
import type { InstalledApp } from '../app.ts';
import { isObject } from '../block-kit/check.ts';
import { readMessageBlocks } from '../block-kit/read.ts';
import type { Channel, Message } from '../workspace/channels.ts';
import { appSender, messageObject } from '../workspace/objects.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Flag, invalidBlocks, type Methods, method, SlackError, visibleChannel } from './method.ts';

const Content = z.object({
  channel: z.string(),
  text: z.string().default(''),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  mrkdwn: Flag.default(true),
  metadata: z.unknown().optional(),
  thread_ts: z.string().optional(),
  reply_broadcast: Flag.default(false),
});
const { shape } = Content;
const ts = z.string();

/** Limits of `text`: docs.slack.dev/reference/methods/chat.postMessage and chat.update. */
const longestText = 40_000;
const longestUpdate = 4000;

const write = ['chat:write'];

/** docs.slack.dev/reference/methods: chat.postMessage, chat.postEphemeral, chat.update, chat.delete. */
export const chatMethods: Methods = {
  'chat.postMessage': method(write, shape, ({ app, workspace }, read) => {
    const channel = writable(app, workspace, read.channel);
    if (read.thread_ts && !channel.messages.some(({ ts, onlyFor }) => ts === read.thread_ts && !onlyFor))
      throw new SlackError('thread_not_found');
    const message = workspace.post(channel, { ...content(read, longestText), ...origin(app, read) });
    return { channel: channel.id, ts: message.ts, message: messageObject(message, app) };
  }),

  'chat.postEphemeral': method(write, { ...shape, user: z.string() }, ({ app, workspace }, read) => {
    const channel = visibleChannel(workspace, read.channel);
    if (channel.isArchived) throw new SlackError('is_archived');
    if (!channel.hasApp) throw new SlackError('not_in_channel');
    if (!channel.members.has(read.user)) throw new SlackError('user_not_in_channel');
    const message = { ...content(read, longestText), ...origin(app, read), onlyFor: read.user };
    return { message_ts: workspace.post(channel, message).ts };
  }),

  'chat.update': method(write, { ...shape, ts }, ({ app, workspace }, read) => {
    const message = own(workspace, read, 'cant_update_message');
    if (visibleChannel(workspace, message.channel).isArchived) throw new SlackError('is_inactive');
    workspace.edit(message, content(read, longestUpdate));
    const { channel, ts, text } = message;
    return { channel, ts, text, message: messageObject(message, app) };
  }),

  'chat.delete': method(write, { channel: shape.channel, ts }, ({ workspace }, which) => {
    workspace.remove(own(workspace, which, 'cant_delete_message'));
    return which;
  }),
};

function content(read: z.infer<typeof Content>, longest: number) {
  if (read.attachments !== undefined) throw new SlackError('invalid_attachments');
  if (read.blocks !== undefined && !Array.isArray(read.blocks)) throw new SlackError('invalid_blocks_format');
  const blocks = readMessageBlocks(read.blocks ?? []);
  if ('problems' in blocks) throw invalidBlocks(blocks.problems);
  if (read.text.trim() === '' && blocks.read.length === 0) throw new SlackError('no_text');
  if ([...read.text].length > longest) throw new SlackError('msg_too_long');
  return { text: read.text, blocks: blocks.read, isMrkdwn: read.mrkdwn, ...metadata(read.metadata) };
}

function metadata(value: unknown): { metadata?: unknown } {
  if (value === undefined) return {};
  if (!isObject(value) || typeof value.event_type !== 'string' || !isObject(value.event_payload))
    throw new SlackError('invalid_metadata_format');
  return { metadata: value };
}

function origin(app: InstalledApp, { thread_ts, reply_broadcast }: z.infer<typeof Content>) {
  const isBroadcast = reply_broadcast && { isBroadcast: true };
  return { from: appSender(app), ...(thread_ts && { threadTs: thread_ts, ...isBroadcast }) };
}

function writable(app: InstalledApp, workspace: Workspace, wanted: string): Channel {
  const person = workspace.people.get(wanted);
  if (person?.isBot) throw new SlackError('cannot_dm_bot');
  // Slack documents no error for deactivated people, but the call does fail.
  if (person?.isDeleted) throw new SlackError('channel_not_found');
  if (person) return workspace.direct(person.id);
  const channel = visibleChannel(workspace, named(workspace, wanted) ?? wanted);
  if (channel.isArchived) throw new SlackError('is_archived');
  const mayEnter = channel.kind === 'public' && app.scopes.has('chat:write.public');
  if (!channel.hasApp && !mayEnter) throw new SlackError('not_in_channel');
  return channel;
}

function named(workspace: Workspace, wanted: string): string | undefined {
  const name = wanted.replace(/^#/, '');
  return [...workspace.channels.values()].find((one) => one.kind !== 'direct' && one.name === name)?.id;
}

/** Finds a message of the app; ephemeral ones can't be changed. */
function own(workspace: Workspace, which: { channel: string; ts: string }, otherwise: string): Message {
  const channel = visibleChannel(workspace, which.channel);
  const message = channel.messages.find(({ ts, onlyFor }) => ts === which.ts && !onlyFor);
  if (!message) throw new SlackError('message_not_found');
  if (!message.from.isApp) throw new SlackError(otherwise);
  return message;
}
