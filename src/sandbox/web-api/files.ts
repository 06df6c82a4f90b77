import { z } from 'zod';
import { appSender } from '../workspace/objects.ts';
import { Count, invalidArguments, Json, type Methods, method, SlackError, visibleChannel } from './method.ts';

const write = ['files:write'];
const NamedFiles = Json.pipe(z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1));

export const fileMethods: Methods = {
  'files.getUploadURLExternal': method(
    write,
    {
      filename: z.string().min(1, 'must not be empty'),
      length: Count.refine((length) => length > 0, 'must be greater than 0'),
    },
    ({ files, uploadUrl }, { filename, length }) => {
      const { id, ticket } = files.announce(filename, length);
      return { upload_url: uploadUrl(ticket), file_id: id };
    },
  ),

  /** As in Slack, the answer contains the files, but not the message. */
  'files.completeUploadExternal': method(
    write,
    {
      files: NamedFiles,
      channel_id: z.string().optional(),
      initial_comment: z.string().default(''),
      thread_ts: z.string().optional(),
      channels: z.unknown().optional(),
      blocks: z.unknown().optional(),
    },
    ({ app, workspace, files }, { files: named, channel_id, initial_comment, thread_ts, ...unsupported }) => {
      for (const [name, value] of Object.entries(unsupported))
        if (value !== undefined) throw invalidArguments([`unsupported argument: ${name}`]);
      const channel = channel_id === undefined ? undefined : visibleChannel(workspace, channel_id);
      if (channel?.isArchived) throw new SlackError('is_archived');
      if (channel && !channel.hasApp) throw new SlackError('not_in_channel');
      if (named.some(({ id }) => !files.isUploaded(id))) throw new SlackError('file_not_found');
      const channels = channel ? [channel.id] : [];
      const stored = named.map(({ id, title }) => files.finish(id, title, channels));
      const shown = stored.map(({ id, name, title, content }) => ({ id, name, title, size: content.length }));
      const message = { text: initial_comment, blocks: [], isMrkdwn: true, files: shown };
      if (channel)
        workspace.post(channel, {
          ...message,
          from: appSender(app),
          ...(thread_ts && { threadTs: thread_ts }),
        });
      return { files: shown.map((file) => ({ ...file, mimetype: '', filetype: '', shares: {} })) };
    },
  ),
};
