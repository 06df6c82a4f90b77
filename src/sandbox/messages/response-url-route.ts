import type { FastifyInstance } from 'fastify';
import { isObject } from '../block-kit/check.ts';
import type { Slack } from '../slack.ts';
import type { Traffic } from '../traffic.ts';
import { postAnswer } from './answer.ts';

/** Where the app posts to a `response_url`. Slack answers "ok", or 404 with the error when the URL is used up. */
export function responseUrlRoutes(
  server: FastifyInstance,
  { slack, traffic }: { slack: Slack; traffic: Traffic },
): void {
  server.post('/response-url/:kind/:secret', async (request, reply) => {
    const answered = traffic.begin({
      from: 'app',
      via: 'response_url',
      name: 'response_url',
      request: request.body,
    });
    const { status, body } = respond(slack, request.url, request.body);
    answered({ status, body, ...(status !== 200 && { trouble: String(body.error) }) });
    return reply.status(status).send(body);
  });
}

function respond(
  slack: Slack,
  path: string,
  body: unknown,
): { status: number; body: { ok: boolean; error?: string } } {
  const used = slack.responseUrls.use(path);
  if ('error' in used) return { status: 404, body: { ok: false, error: used.error } };
  const problem = postAnswer(slack, used.target, jsonOf(body));
  return problem ? { status: 400, body: { ok: false, error: problem } } : { status: 200, body: { ok: true } };
}

/** JSON, or the form field `payload` with JSON. */
function jsonOf(body: unknown): unknown {
  if (!isObject(body) || typeof body.payload !== 'string') return body;
  try {
    return JSON.parse(body.payload);
  } catch {
    return body;
  }
}
