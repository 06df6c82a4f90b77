import type { WebClient } from '@slack/web-api';
import { UnreadableAnswer } from '../web-client.ts';
import { conversationOf } from './find-message.ts';
import { slackCode } from './slack-failure.ts';

interface FileToPost {
  title: string;
  comment: string;
  content: string;
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
  { client, upload }: { client: WebClient; upload: Upload },
  target: string,
  { name, content }: Pick<FileToPost, 'content'> & { name: string },
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
  { title, comment }: Pick<FileToPost, 'title' | 'comment'>,
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

export type Upload = (address: string, content: Uint8Array) => Promise<void>;

interface UploadOptions {
  apiUrl: string | undefined;
  timeout: number;
  fetch: typeof fetch;
}

/**
 * Raw bytes (docs.slack.dev/messaging/working-with-files#upload). The address is the secret: no token is
 * sent, and redirects aren't followed.
 */
export function createUpload({ apiUrl, timeout, fetch }: UploadOptions): Upload {
  return async (address, content) => {
    if (!isTrusted(address, apiUrl)) throw new UnreadableAnswer();
    const answer = await fetch(address, {
      method: 'POST',
      // `fetch` needs bytes that aren't in shared memory.
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    await answer.body?.cancel();
    if (answer.status !== 200) throw new Error(`Slack’s address for files answers ${answer.status}.`);
  };
}

/** HTTPS, or the host of a custom Web API. */
function isTrusted(address: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || (apiUrl !== undefined && host === new URL(apiUrl).host);
}
