import type { FastifyReply } from 'fastify';

/**
 * Faults of one request:
 * - `error`: 500 HTML without effect; `error-after`: 500 HTML after the effect
 * - `drop`: the connection breaks before the effect; `drop-after`: after it, so the answer is lost
 * - `gateway-timeout-after`: a proxy's 504 HTML after the effect
 * - `unavailable`: 503 with `Retry-After: 2`; `too-many`: 429 with `Retry-After: 2`
 * - `garbage`: the usual status with a body that isn't JSON, after the effect
 * - `hang`: takes effect, but isn't answered until the deployment stops
 * - `late`: isn't answered and takes effect later, like with a slow worker
 * - `refused`: 400, as for a person who can no longer be offboarded; no effect
 * - `refused-zone`: 400 about the time zone; no effect
 * - `redirect`: a 302 to another address; `page`: 200 with an HTML page; no effect
 */
export type Fault =
  | 'error'
  | 'error-after'
  | 'drop'
  | 'drop-after'
  | 'gateway-timeout-after'
  | 'unavailable'
  | 'too-many'
  | 'garbage'
  | 'hang'
  | 'late'
  | 'refused'
  | 'refused-zone'
  | 'redirect'
  | 'page';

/** Faults after which the work is done all the same. */
export const afterWork: ReadonlySet<Fault> = new Set<Fault>([
  'error-after',
  'drop-after',
  'gateway-timeout-after',
  'garbage',
  'hang',
]);

export const html = 'text/html; charset=utf-8';

export const serverErrorPage =
  '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Server Error (500)</title>\n</head>\n' +
  '<body>\n  <h1>Server Error (500)</h1><p></p>\n</body>\n</html>\n';

const pages: Partial<Record<Fault, readonly [status: number, body: string]>> = {
  error: [500, serverErrorPage],
  'error-after': [500, serverErrorPage],
  'gateway-timeout-after': [504, '<html><head><title>504 Gateway Time-out</title></head></html>'],
  unavailable: [503, '<html><head><title>503 Service Unavailable</title></head></html>'],
  'too-many': [429, '<html><head><title>429 Too Many Requests</title></head></html>'],
  garbage: [201, '{"email": "cut o'],
  redirect: [302, ''],
  page: [200, '<html><head><title>Welcome</title></head></html>'],
};

export function answerFault(fault: Fault, reply: FastifyReply): FastifyReply {
  if (fault === 'refused') return reply.code(400).send({ user: ['Invalid pk "5" - object does not exist.'] });
  if (fault === 'refused-zone')
    return reply.code(400).send({ timezone: ['"Europe/London" is not a valid choice.'] });
  const page = pages[fault];
  if (page) {
    if (page[0] === 503 || page[0] === 429) reply.header('retry-after', '2');
    if (page[0] === 302) reply.header('location', 'http://127.0.0.1:1/');
    return reply.code(page[0]).type(html).send(page[1]);
  }
  reply.hijack();
  if (fault !== 'hang' && fault !== 'late') reply.raw.socket?.destroy();
  return reply;
}
