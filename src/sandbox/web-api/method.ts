import { z } from 'zod';
import { inSlacksWords, type Problem } from '../block-kit/check.ts';
import type { Built } from '../build.ts';
import type { Channel } from '../workspace/channels.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Arguments of a call with their JSON parsed; form fields without JSON are still text. */
export type Args = Record<string, unknown>;

/** Adds a warning to the traffic, where Slack would stay silent. */
export type Warn = (text: string) => void;

export interface Method {
  token: 'bot' | 'app' | 'any' | 'none';
  scopes: readonly string[];
  /** Returns the answer's fields besides `ok`; throws `SlackError`. */
  run(parts: Built, args: Args, warn: Warn): object;
}

export type Methods = Readonly<Record<string, Method>>;

/** A method for the bot's token. `run` gets the arguments that `shape` reads. */
export function method<Shape extends z.ZodRawShape>(
  scopes: readonly string[],
  shape: Shape,
  run: (parts: Built, args: z.output<z.ZodObject<Shape>>, warn: Warn) => object,
): Method {
  const schema = z.object(shape);
  return { token: 'bot', scopes, run: (parts, args, warn) => run(parts, readArguments(schema, args), warn) };
}

export class SlackError extends Error {
  override name = 'SlackError';
  readonly fields: object;

  constructor(code: string, fields: object = {}) {
    super(code);
    this.fields = fields;
  }
}

/** Throws `SlackError` `missing_scope`. */
export function requireScope(scopes: ReadonlySet<string>, needed: string): void {
  if (!scopes.has(needed)) throw new SlackError('missing_scope', { needed, provided: [...scopes].join(',') });
}

/** Private channels are visible to the app only as a member. Throws `SlackError` `channel_not_found`. */
export function visibleChannel({ channels }: Workspace, id: string): Channel {
  const channel = channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.hasApp)) throw new SlackError('channel_not_found');
  return channel;
}

export function invalidArguments(messages: string[]): SlackError {
  return new SlackError('invalid_arguments', detailed(messages));
}

/** The error `invalid_blocks` as the chat methods answer it: details appear twice. */
export function invalidBlocks(problems: Problem[]): SlackError {
  const errors = inSlacksWords(problems);
  return new SlackError('invalid_blocks', { errors, ...detailed(errors) });
}

function detailed(messages: string[]) {
  return { response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) } };
}

/** Throws `SlackError` `invalid_arguments`, worded like Slack's. */
function readArguments<S extends z.ZodType>(schema: S, args: Args): z.output<S> {
  const read = schema.safeParse(args);
  if (read.success) return read.data;
  throw invalidArguments(read.error.issues.map((issue) => inWords(issue, args)));
}

function inWords(issue: z.core.$ZodIssue, args: Args): string {
  const [name] = issue.path;
  if (name !== undefined && args[String(name)] === undefined)
    return `missing required field: ${String(name)}`;
  return `${issue.message} [json-pointer:/${issue.path.map(String).join('/')}]`;
}

export const Flag = z.preprocess(
  (value) => (typeof value === 'string' ? value === 'true' || value === '1' : value),
  z.boolean('must be a boolean'),
);

export const Count = z.coerce.number('must provide an integer').int('must provide an integer');

export const paging = { limit: Count.optional(), cursor: z.string().optional() };

/**
 * One page with the cursor of the next (docs.slack.dev/apis/web-api/pagination). `usual` is the default
 * limit; 0 returns everything.
 */
export function page<T>(
  all: readonly T[],
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  usual = 0,
) {
  const size = limit ?? usual;
  const start = cursor ? startOf(cursor) : 0;
  const end = size > 0 ? start + size : all.length;
  const next_cursor = end < all.length ? Buffer.from(`next:${end}`).toString('base64') : '';
  return { items: all.slice(start, end), response_metadata: { next_cursor } };
}

function startOf(cursor: string): number {
  const [, start] = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (start === undefined) throw new SlackError('invalid_cursor');
  return Number(start);
}
