import type { FastifyInstance } from 'fastify';
import type { InstalledApp } from '../app/installed-app.ts';
import { isObject } from '../block-kit/check.ts';
import { answerRequest, type Outgoing, type RouteParts } from '../faults/answer-request.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { postResponse } from './response-message.ts';
import type { ResponseUrls } from './response-urls.ts';

interface Parts extends RouteParts {
  app: InstalledApp;
  workspace: Workspace;
  responseUrls: ResponseUrls;
}

/** Route for `response_url`. Answers 404 once the URL is used up or expired, 400 for an invalid message. */
export function responseUrlRoutes(server: FastifyInstance, parts: Parts): void {
  const name = 'response_url';
  server.post('/response-url/:kind/:secret', ({ url, body }, reply) =>
    answerRequest(parts, reply, { via: name, name, request: body }, () => respond(parts, url, body)),
  );
}

function respond(parts: Parts, path: string, body: unknown): Outgoing {
  const used = parts.responseUrls.use(path);
  if ('error' in used) return refused(404, used.error);
  const problem = postResponse(parts, used.target, jsonOf(body));
  return problem ? refused(400, problem) : { status: 200, body: { ok: true } };
}

function refused(status: number, error: string): Outgoing {
  return { status, body: { ok: false, error }, trouble: error };
}

/** JSON, or a form field `payload` with JSON. */
function jsonOf(body: unknown): unknown {
  const isForm = isObject(body) && typeof body.payload === 'string';
  return isForm ? parsedJson(String(body.payload), body) : body;
}
