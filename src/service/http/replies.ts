import type { FastifyReply } from 'fastify';
import type { WriteResponse } from '../idempotency/idempotent-writes.ts';

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return reply.code(status).header('content-type', 'application/json').send(bytes);
}

/** Sends the result of a write, and says when an earlier request had its effect. */
export function sendWriteResponse(reply: FastifyReply, { status, body, repeated }: WriteResponse) {
  if (repeated) void reply.header('idempotent-replayed', 'true');
  return body === null ? reply.code(status).send() : sendJson(reply, status, Buffer.from(body));
}

const html = 'text/html; charset=utf-8';

export const notFoundPage =
  '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Not Found</title>\n</head>\n<body>\n' +
  '  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>\n</body>\n</html>\n';

export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(html).send(notFoundPage);
}

/** Redirects a client permanently, as released deployments do. @param location path and query */
export function sendRedirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(301).header('location', location).type(html).send('');
}

export function sendServerError(reply: FastifyReply): FastifyReply {
  return reply.code(500).type(html).send('<h1>Server Error (500)</h1>');
}
