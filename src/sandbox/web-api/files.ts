import { z } from 'zod';
import type { StoredFile } from '../files.ts';
import { appSender } from '../workspace/objects.ts';
import {
  type Args,
  Count,
  invalidArguments,
  Json,
  type MethodParts,
  type Methods,
  readArguments,
  SlackError,
  visibleChannel,
} from './method.ts';

const UploadArguments = z.object({
  filename: z.string().min(1, 'must not be empty'),
  length: Count.refine((length) => length > 0, 'must be greater than 0'),
});
const Finished = z.object({
  files: Json.pipe(z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1)),
  channel_id: z.string().optional(),
  initial_comment: z.string().default(''),
  thread_ts: z.string().optional(),
});

type Parts = Pick<MethodParts, 'app' | 'workspace' | 'files' | 'uploadUrl'>;

const write = { token: 'bot', scopes: ['files:write'] } as const;

export const fileMethods: Methods = {
  'files.getUploadURLExternal': { ...write, run: announce },
  'files.completeUploadExternal': { ...write, run: complete },
};

function announce({ files, uploadUrl }: Parts, args: Args): object {
  const { filename, length } = readArguments(UploadArguments, args);
  const { id, ticket } = files.announce(filename, length);
  return { upload_url: uploadUrl(ticket), file_id: id };
}

/** As in Slack, the answer contains the files, but not the message. */
function complete({ app, workspace, files }: Parts, args: Args): object {
  for (const name of ['channels', 'blocks'])
    if (args[name] !== undefined) throw invalidArguments([`unsupported argument: ${name}`]);
  const { files: named, channel_id, initial_comment, thread_ts } = readArguments(Finished, args);
  const channel = channel_id === undefined ? undefined : visibleChannel(workspace, channel_id);
  if (channel?.isArchived) throw new SlackError('is_archived');
  if (channel && !channel.hasApp) throw new SlackError('not_in_channel');
  if (named.some(({ id }) => !files.isUploaded(id))) throw new SlackError('file_not_found');
  const channels = channel ? [channel.id] : [];
  const stored = named.map(({ id, title }) => files.finish(id, title, channels));
  if (channel)
    workspace.post(channel, {
      from: appSender(app),
      text: initial_comment,
      blocks: [],
      isMrkdwn: true,
      files: stored.map(({ id, name, title, content }) => ({ id, name, title, size: content.length })),
      ...(thread_ts && { threadTs: thread_ts }),
    });
  return { files: stored.map(answered) };
}

function answered({ id, name, title, content }: StoredFile): object {
  return { id, name, title, size: content.length, mimetype: '', filetype: '', shares: {} };
}
