import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import {
  headerName,
  type RepeatKey,
  type RunOnce,
  type StoredResponse,
  type WriteResponse,
} from '../idempotency.ts';
import { endpointAt, endpoints } from './endpoints.ts';
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

/** Handlers of the endpoints. Their work throws a Refusal for a request that it refuses. */
export type Handlers = Record<Exclude<keyof typeof endpoints, 'schema'>, RouteHandlerMethod>;

/** Reads something. @param work returns an object that becomes JSON, or its bytes */
export function read(work: (query: unknown) => Promise<object>): RouteHandlerMethod {
  return async ({ query }, reply) => sendJson(reply, 200, await work(query));
}

/** A change that is safe to repeat without a key: doing it again changes nothing. */
export function change(work: (body: unknown) => Promise<object>): RouteHandlerMethod {
  return async ({ body }, reply) => sendJson(reply, 200, await work(body));
}

/** A write that takes effect once for each key. */
export function write(
  runOnce: RunOnce,
  work: (body: unknown, key: RepeatKey | null) => Promise<StoredResponse>,
): RouteHandlerMethod {
  return async ({ routeOptions: { url: path = '' }, headers, body }, reply) => {
    // Node joins a repeated header with a comma, which makes it an invalid key.
    const header = headers[headerName.toLowerCase()]?.toString();
    const response = await runOnce({ path, header, body }, (key) => work(body, key));
    if (endpointAt(path)?.isDeprecated) void reply.headers({ deprecation: deprecatedSince, link: successor });
    return sendWriteResponse(reply, response);
  };
}

/** Adds the endpoints of the API, and its own description: OpenAPI, and OPTIONS of every endpoint. */
export function addRoutes(server: FastifyInstance, handlers: Handlers): void {
  const all = { ...handlers, schema: read(async () => schema()) };
  for (const name of Object.keys(endpoints) as (keyof typeof endpoints)[]) {
    const { method, path: url } = endpoints[name];
    server.route({ method, url, handler: all[name] });
  }
  for (const { path, description } of descriptions)
    server.options(path, async (_request, reply) => sendJson(reply, 200, description()));
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

/** Time when released deployments replaced the older endpoint, in the format of RFC 9745. */
const deprecatedSince = `@${Date.UTC(2023, 1, 1) / 1000}`;
const successor = `<${endpoints.users.path}>; rel="successor-version"`;
