import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  headerName,
  type RepeatKey,
  type RunOnce,
  type StoredResponse,
  type WriteResponse,
} from '../idempotency.ts';
import { endpoints } from './endpoints.ts';
import { describeApi, describeEndpoint } from './openapi.ts';

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return reply.code(status).header('content-type', 'application/json').send(bytes);
}

/** Sends the result of a write, and says when an earlier request had its effect. */
function sendWriteResponse(reply: FastifyReply, { status, body, repeated }: WriteResponse) {
  if (repeated) void reply.header('idempotent-replayed', 'true');
  return body === null ? reply.code(status).send() : sendJson(reply, status, Buffer.from(body));
}

export const html = 'text/html; charset=utf-8';

export const notFoundPage =
  '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Not Found</title>\n</head>\n<body>\n' +
  '  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>\n</body>\n</html>\n';

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(html).send(notFoundPage);
}

/** Work of the endpoints, by their names. Each throws a Refusal for a request that it refuses. */
export interface Handlers {
  /** Objects that become JSON, or its bytes. */
  reads: Record<'employees' | 'sequences' | 'fullSequences' | 'starters' | 'tasks', Read>;
  /** Changes that are safe to repeat without a key: doing one again changes nothing. */
  changes: Record<'people' | 'person' | 'sequence' | 'task', (body: unknown) => Promise<object>>;
  writes: Record<'users' | 'newHires' | 'offboarding' | 'newSequence', Write>;
  runOnce: RunOnce;
}

type Read = (query: unknown) => Promise<object>;

type Write = (body: unknown, key: RepeatKey | null) => Promise<StoredResponse>;

/** Adds the endpoints of the API, and its own description: OpenAPI, and OPTIONS of every endpoint. */
export function addRoutes(server: FastifyInstance, handlers: Handlers): void {
  const { reads, changes, writes, runOnce } = handlers;
  for (const [name, read] of entriesOf(reads))
    server.get(endpoints[name].path, async ({ query }, reply) => sendJson(reply, 200, await read(query)));
  for (const [name, change] of entriesOf(changes))
    server.post(endpoints[name].path, async ({ body }, reply) => sendJson(reply, 200, await change(body)));
  for (const [name, write] of entriesOf(writes))
    server.post(endpoints[name].path, async (request, reply) => {
      const response = await runOnce(writeOf(request), (key) => write(request.body, key));
      if (endpoints[name].isDeprecated) void reply.headers({ deprecation: deprecatedSince, link: successor });
      return sendWriteResponse(reply, response);
    });
  server.get(endpoints.schema.path, async (_request, reply) => sendJson(reply, 200, schema()));
  for (const { path, description } of descriptions)
    server.options(path, async (_request, reply) => sendJson(reply, 200, description()));
}

function entriesOf<Name extends string, Handler>(handlers: Record<Name, Handler>): [Name, Handler][] {
  return Object.entries(handlers) as [Name, Handler][];
}

const schema = madeOnce(describeApi);
const descriptions = Object.values(endpoints).map((endpoint) => ({
  path: endpoint.path,
  description: madeOnce(() => describeEndpoint(endpoint)),
}));

function madeOnce(describe: () => object): () => Buffer {
  let made: Buffer | undefined;
  return () => (made ??= Buffer.from(JSON.stringify(describe())));
}

function writeOf({ routeOptions, headers, body }: FastifyRequest) {
  // Node joins a repeated header with a comma, which makes it an invalid key.
  const header = headers[headerName.toLowerCase()]?.toString();
  return { path: routeOptions.url ?? '', header, body };
}

/** Time when released deployments replaced the older endpoint, in the format of RFC 9745. */
const deprecatedSince = `@${Date.UTC(2023, 1, 1) / 1000}`;
const successor = `<${endpoints.users.path}>; rel="successor-version"`;
