import type { KnownBlock } from '@slack/types';
import type { ChatPostMessageArguments, ChatUpdateArguments, WebClient } from '@slack/web-api';
import type { Slack } from '../slack.ts';
import { answerOrCode, describeSlackFailure, slackCode, UnreadableAnswer } from '../web-client.ts';
import { conversationOf } from './find-message.ts';

interface Message {
  text: string;
  blocks: readonly object[];
  /** Finds the message again; absent if nobody looks for it. */
  metadataId?: string;
  /** Timestamp of the message to reply to. */
  thread?: string | undefined;
  /** Shows a reply in the conversation too: nobody is notified of a thread that they don't follow. */
  isBroadcast?: boolean;
}

/**
 * Posts without formatting of the text, mentions or link previews. `channel` can be a person's id. Throws
 * what Slack's client throws; see `describeSlackFailure`.
 */
export async function postMessage(client: WebClient, channel: string, message: Message) {
  const answer = await client.chat.postMessage({
    channel,
    text: message.text,
    blocks: [...message.blocks] as KnownBlock[],
    mrkdwn: false,
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    ...(message.metadataId !== undefined && {
      metadata: { event_type: 'frontdesk_message', event_payload: { id: message.metadataId } },
    }),
    ...replyTo(message),
  } satisfies ChatPostMessageArguments);
  return { channel: answer.channel ?? channel, ts: answer.ts ?? '' };
}

function replyTo({ thread, isBroadcast }: Message) {
  if (thread === undefined) return {};
  return isBroadcast ? { thread_ts: thread, reply_broadcast: true as const } : { thread_ts: thread };
}

/** Slack's error codes if nobody can reply to the message, because it was deleted, for example. */
const noThread = ['thread_not_found', 'cannot_reply_to_message', 'invalid_thread_ts', 'message_not_found'];

/** Posts without a thread if Slack takes no reply to it. */
export async function inThread<Result extends object>(
  thread: string | undefined,
  post: (thread: string | undefined) => Promise<Result>,
): Promise<Result> {
  const posted = await answerOrCode(thread === undefined ? [] : noThread, () => post(thread));
  return typeof posted === 'string' ? post(undefined) : posted;
}

/** Throws what Slack's client throws; see `describeSlackFailure`. */
export async function updateMessage(
  client: WebClient,
  { channel, ts }: { channel: string; ts: string },
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
): Promise<void> {
  await client.chat.update({
    channel,
    ts,
    text,
    blocks: [...blocks] as KnownBlock[],
    parse: 'none',
    link_names: false,
  } satisfies ChatUpdateArguments);
}

/** Returns Slack's error code if the message can't be updated any more; throws if a retry may help. */
export async function changeForGood(
  client: WebClient,
  place: { channel: string; ts: string },
  message: { text: string; blocks: KnownBlock[] },
): Promise<string | undefined> {
  try {
    await client.chat.update({ ...place, ...message });
    return undefined;
  } catch (error) {
    const { code, doubtful } = describeSlackFailure(error);
    // Any other refusal would repeat and block the messages after this one.
    if (slackCode(error) === undefined || doubtful || code === 'ratelimited') throw error;
    return code;
  }
}

interface Uploaded {
  id: string;
  channel: string;
}

/** Slack's error codes for an app that may not send files, or not these: a retry can't help. */
const notAllowed = new Set([
  'missing_scope',
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'file_type_restricted',
  'blocked_file_type',
  'file_upload_size_restricted',
  'storage_limit_reached',
]);

/** Slack's error code if it takes no files from us. */
export function fileRefusal(error: unknown): string | undefined {
  const code = slackCode(error);
  return code !== undefined && notAllowed.has(code) ? code : undefined;
}

/** Uploads a file without sharing it; Slack deletes files that are never shared. `name` finds it again in Slack. */
export async function uploadFile(
  { client, upload }: Pick<Slack, 'client' | 'upload'>,
  target: string,
  { name, content }: { name: string; content: string },
): Promise<Uploaded> {
  const channel = await conversationOf(client, target);
  const bytes = Buffer.from(content);
  const { upload_url, file_id } = await client.files.getUploadURLExternal({
    filename: name,
    length: bytes.length,
  });
  if (!upload_url || !file_id) throw new UnreadableAnswer();
  await upload(upload_url, bytes);
  return { id: file_id, channel };
}

/** `thread`: timestamp of the message to reply to. Slack doesn't return the message's `ts`. After an error it may have been shared all the same. */
export async function shareFile(
  client: WebClient,
  { id, channel }: Uploaded,
  { title, comment }: { title: string; comment: string },
  thread?: string,
): Promise<{ channel: string; ts: string }> {
  await client.files.completeUploadExternal({
    files: [{ id, title }],
    channel_id: channel,
    initial_comment: comment,
    ...(thread !== undefined && { thread_ts: thread }),
  });
  return { channel, ts: '' };
}
