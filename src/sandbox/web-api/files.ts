import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Built } from '../build.ts';
import type { Files } from '../files.ts';
import { answerRequest, type Outgoing } from '../traffic/traffic.ts';
import { appSender } from '../workspace/objects.ts';
import { Count, invalidArguments, type Methods, method, SlackError, visibleChannel } from './method.ts';

const write = ['files:write'];
const NamedFiles = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

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

const mostBytes = 10_000_000;

/** Route for a file's raw bytes. The app sends no token here: the URL is the secret. */
export function uploadRoute(server: FastifyInstance, parts: Built): void {
  void server.register((uploads, _options, ready) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    uploads.post<{ Params: { ticket: string } }>('/upload/v1/:ticket', ({ params, body, headers }, reply) => {
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const request = { bytes: content.length, authorized: headers.authorization !== undefined };
      const asked = { via: 'upload', name: 'upload', request } as const;
      return answerRequest(parts, reply, asked, () =>
        received(parts.files, params.ticket, content, headers['content-type']),
      );
    });
    ready();
  });
}

function received(files: Files, ticket: string, content: Buffer, type = ''): Outgoing {
  if (type.startsWith('multipart/'))
    return { status: 400, body: 'multipart bodies are not read here', trouble: 'multipart' };
  const problem = files.receive(ticket, content);
  if (problem === undefined) return { status: 200, body: `OK - ${content.length}` };
  return { status: problem === 'not found' ? 404 : 400, body: problem, trouble: problem };
}

/**
 * Route of `url_private` and `url_private_download` (docs.slack.dev/reference/objects/file-object): the bot's token in
 * the header and `files:read`. Slack leads everybody else to its sign-in page.
 */
export function privateFileRoute(server: FastifyInstance, parts: Built): void {
  const { app, files } = parts;
  const headers = { location: '/?redir=files-pri' };
  const signIn = { status: 302, body: '', headers, trouble: 'not signed in' };
  const answer = (id: string, authorization: string | undefined) => {
    const isAllowed = authorization === `Bearer ${app.botToken}` && app.scopes.has('files:read');
    if (!isAllowed) return signIn;
    const file = files.get(id.slice(app.team.id.length + 1));
    if (!file) return { status: 404, body: 'File not found', trouble: 'file_not_found' };
    return { status: 200, body: file.content, headers: { 'content-type': 'application/octet-stream' } };
  };
  for (const path of ['/files-pri/:id/:name', '/files-pri/:id/download/:name'])
    server.get<{ Params: { id: string } }>(path, ({ params: { id }, headers: { authorization } }, reply) => {
      const asked = { via: 'download', name: 'download', request: { file: id } } as const;
      return answerRequest(parts, reply, asked, () => answer(id, authorization));
    });
}

export function downloadRoute(server: FastifyInstance, { files, clients, workspace }: Built): void {
  server.get<{ Params: { id: string; file: string } }>(
    '/sandbox/people/:id/files/:file',
    ({ params }, reply) => {
      const file = clients.has(params.id) ? files.get(params.file) : undefined;
      const isSeen = file?.channels.some((id) => workspace.channels.get(id)?.members.has(params.id));
      if (!file || !isSeen) return reply.status(404).send({ error: 'there is no such file' });
      const name = encodeURIComponent(file.name);
      return reply
        .type('application/octet-stream')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(file.content);
    },
  );
}
