import type { FastifyInstance } from 'fastify';
import type { Clients } from '../client/client.ts';
import { answerRequest, type Outgoing, type RouteParts } from '../faults/answer-request.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Files } from './files.ts';

interface UploadParts extends RouteParts {
  files: Files;
}

/** Upload limit of the sandbox, in bytes. */
const mostBytes = 10_000_000;

/** Route for a file's raw bytes. The app sends no token here: the URL is the secret. */
export function uploadRoute(server: FastifyInstance, parts: UploadParts): void {
  void server.register((uploads, _options, ready) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    uploads.post<{ Params: { ticket: string } }>('/upload/v1/:ticket', ({ params, body, headers }, reply) => {
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const request = { bytes: content.length, authorized: headers.authorization !== undefined };
      const asked = { via: 'upload', name: 'upload', request } as const;
      return answerRequest(parts, reply, asked, () => received(parts.files, params.ticket, content, headers));
    });
    ready();
  });
}

function received(
  files: Files,
  ticket: string,
  content: Buffer,
  headers: { 'content-type'?: string | undefined },
): Outgoing {
  if (headers['content-type']?.startsWith('multipart/'))
    return { status: 400, body: 'multipart bodies are not read here', trouble: 'multipart' };
  const problem = files.receive(ticket, content);
  if (problem === undefined) return { status: 200, body: `OK - ${content.length}` };
  return { status: problem === 'not found' ? 404 : 400, body: problem, trouble: problem };
}

interface DownloadParts {
  files: Files;
  clients: Clients;
  workspace: Workspace;
}

/** Route to download a file, for members of a conversation it is shared in. */
export function downloadRoute(server: FastifyInstance, { files, clients, workspace }: DownloadParts): void {
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
