import type { FastifyInstance } from 'fastify';
import { isObject } from '../block-kit/check.ts';
import type { Faults } from '../faults/faults.ts';
import { type Outgoing, sendOutgoing, strike } from '../faults/strike.ts';
import type { Slack } from '../slack.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { postAnswer } from './response-message.ts';

interface Tools {
  slack: Slack;
  traffic: Traffic;
  faults: Faults;
}

/** Where the app posts to a `response_url`. Slack answers "ok", or 404 with the error when the URL is used up. */
export function responseUrlRoutes(server: FastifyInstance, { slack, traffic, faults }: Tools): void {
  const name = 'response_url';
  server.post('/response-url/:kind/:secret', async (request, reply) => {
    const answered = traffic.begin({ from: 'app', via: name, name, request: request.body });
    const outcome = await strike({ slack, faults }, name, () => respond(slack, request.url, request.body));
    const { status, body, trouble } = outcome;
    answered({ status, body, ...(trouble && { trouble }) });
    return sendOutgoing(reply, outcome);
  });
}

function respond(slack: Slack, path: string, body: unknown): Outgoing {
  const used = slack.responseUrls.use(path);
  if ('error' in used) return refused(404, used.error);
  const problem = postAnswer(slack, used.target, jsonOf(body));
  return problem ? refused(400, problem) : { status: 200, body: { ok: true } };
}

function refused(status: number, error: string): Outgoing {
  return { status, body: { ok: false, error }, trouble: error };
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
