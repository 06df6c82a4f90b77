import type { FastifyInstance } from 'fastify';
import type { Clients } from './client/client.ts';
import type { Clock } from './clock.ts';
import { type Ids, secret } from './ids.ts';
import { answerRequest, type Outgoing, type RouteParts } from './traffic/traffic.ts';
import type { Workspace } from './workspace/workspace.ts';

interface StoredFile {
  id: string;
  name: string;
  title: string;
  content: Buffer;
  channels: string[];
}

/** An announced upload; `content` is undefined until the bytes arrive. */
interface Upload {
  id: string;
  name: string;
  length: number;
  until: number;
  content: Buffer | undefined;
}

/** Lifetime of an unfinished upload in milliseconds. Slack documents no exact value. */
const lifetime = 60 * 60 * 1000;

export type Files = ReturnType<typeof createFiles>;

export function createFiles(clock: Clock, ids: Ids) {
  const uploads = new Map<string, Upload>();
  const stored = new Map<string, StoredFile>();

  function forget(): void {
    for (const [ticket, { until }] of uploads) if (clock.now() > until) uploads.delete(ticket);
  }

  function uploadOf(id: string): [string, Upload] | undefined {
    forget();
    return [...uploads].find(([, upload]) => upload.id === id);
  }

  return {
    /** @returns the file's id, and the ticket of the URL its bytes are posted to */
    announce(name: string, length: number): { id: string; ticket: string } {
      forget();
      const [id, ticket] = [ids.next('F'), secret()];
      uploads.set(ticket, { id, name, length, until: clock.now() + lifetime, content: undefined });
      return { id, ticket };
    },
    /** @returns the problem; undefined if the bytes were accepted */
    receive(ticket: string, content: Buffer): 'not found' | 'wrong length' | undefined {
      forget();
      const upload = uploads.get(ticket);
      if (!upload || upload.content) return 'not found';
      if (upload.length !== content.length) return 'wrong length';
      upload.content = content;
      return undefined;
    },
    isUploaded: (id: string) => uploadOf(id)?.[1].content !== undefined,
    /** Throws an `Error` if the bytes haven't arrived. */
    finish(id: string, title: string | undefined, channels: string[]): StoredFile {
      const [ticket, upload] = uploadOf(id) ?? [];
      if (!ticket || !upload?.content) throw new Error(`the file ${id} was not uploaded`);
      uploads.delete(ticket);
      const { name, content } = upload;
      const file = { id, name, title: title ?? name, content, channels };
      stored.set(id, file);
      return file;
    },
    put: (file: StoredFile) => void stored.set(file.id, file),
    get: (id: string) => stored.get(id),
    all: () => [...stored.values()],
  };
}

interface UploadParts extends RouteParts {
  files: Files;
}

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
