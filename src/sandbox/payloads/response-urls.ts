import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { InstalledApp } from '../app.ts';
import { inSlacksWords, isObject } from '../block-kit/check.ts';
import { readMessageBlocks } from '../block-kit/read.ts';
import type { Clock } from '../clock.ts';
import { createPasses, secret } from '../ids.ts';
import { parsedJson } from '../parsed-json.ts';
import { answerRequest, type Outgoing, type RouteParts } from '../traffic/traffic.ts';
import type { Message } from '../workspace/channels.ts';
import { appSender } from '../workspace/objects.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface ResponseTarget {
  channel: string;
  personId: string;
  ts?: string;
}

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

/**
 * Response URLs, each valid for five uses within 30 minutes (docs.slack.dev/interactivity/handling-user-interaction).
 * @param origin returns "http://127.0.0.1:PORT", known only once the server listens
 */
export function createResponseUrls(clock: Clock, origin: () => string) {
  const passes = createPasses<ResponseTarget>(clock, { lifetime: 30 * 60 * 1000, uses: 5 });
  return {
    issue(kind: 'commands' | 'actions' | 'app', target: ResponseTarget): string {
      const path = `/response-url/${kind}/${secret()}`;
      passes.issue(path, target);
      return origin() + path;
    },
    use: passes.use,
  };
}

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
  if ('problem' in used) return refused(404, used.problem === 'used' ? 'used_url' : 'expired_url');
  const problem = postResponse(parts, used.value, jsonOf(body));
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

const AnswerMessage = z.object({
  response_type: z.enum(['ephemeral', 'in_channel']).optional().catch(undefined),
  text: z.string().optional(),
  blocks: z.array(z.unknown()).optional(),
  mrkdwn: z.boolean().default(true),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/** Returns the problem in Slack's wording; undefined on success. */
export function postResponse(
  { app, workspace }: { app: InstalledApp; workspace: Workspace },
  target: ResponseTarget,
  body: unknown,
): string | undefined {
  const read = AnswerMessage.safeParse(body);
  const channel = workspace.channels.get(target.channel);
  if (!read.success || !channel) return 'invalid_payload';
  const { text = '', response_type: type, thread_ts: threadTs, ...answer } = read.data;
  const original = channel.messages.find(({ ts }) => ts === target.ts);
  if (answer.delete_original) return remove(workspace, original);
  const blocks = readMessageBlocks(answer.blocks ?? []);
  if ('problems' in blocks) return `invalid_blocks: ${inSlacksWords(blocks.problems).join(', ')}`;
  if (!text && blocks.read.length === 0) return 'no_text';
  const content = { text, blocks: blocks.read, isMrkdwn: answer.mrkdwn };
  const onlyFor = type === 'in_channel' ? {} : { onlyFor: target.personId };
  if (answer.replace_original && original) workspace.edit(original, content);
  else
    workspace.post(channel, { ...content, from: appSender(app), ...onlyFor, ...(threadTs && { threadTs }) });
  return undefined;
}

function remove(workspace: Workspace, original: Message | undefined): string | undefined {
  if (!original) return 'message_not_found';
  workspace.remove(original);
  return undefined;
}
