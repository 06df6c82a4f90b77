import { z } from 'zod';
import type { InstalledApp } from '../app/installed-app.ts';
import { inSlacksWords, type Problem } from '../block-kit/check.ts';
import type { Clients } from '../client/client.ts';
import type { Views } from '../client/views/views.ts';
import type { Clock } from '../clock.ts';
import type { Files } from '../files/files.ts';
import type { Triggers } from '../interactivity/triggers.ts';
import { parsedJson } from '../parsed-json.ts';
import type { Channel } from '../workspace/channels.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What there is for methods to use; each group of them names what it needs of it. */
export interface MethodParts {
  app: InstalledApp;
  workspace: Workspace;
  clock: Clock;
  clients: Clients;
  triggers: Triggers;
  views: Views;
  files: Files;
  /** The address to which the bytes of an announced file are posted. */
  uploadUrl: (ticket: string) => string;
  /** A new WebSocket address, good for one Socket Mode connection. */
  socketUrl: () => string;
}

/** The arguments as they came, JSON in form fields still being text. */
export type Args = Record<string, unknown>;

/** Says in the traffic what Slack keeps to itself. */
export type Warn = (text: string) => void;

/** A Web API method. */
export interface Method {
  /** The kind of token it wants; "none" for methods that need none. */
  token: 'bot' | 'app' | 'any' | 'none';
  /** Scopes that the bot needs; where several are named, all of them. */
  scopes: readonly string[];
  /** Answers the fields beside `ok`. Throws `SlackError`. */
  run(parts: MethodParts, args: Args, warn: Warn): object;
}

/** Methods by their names. */
export type Methods = Readonly<Record<string, Method>>;

/** An error answer of Slack: `ok: false` and its code. */
export class SlackError extends Error {
  override name = 'SlackError';
  readonly fields: object;

  constructor(code: string, fields: object = {}) {
    super(code);
    this.fields = fields;
  }
}

/** Throws `missing_scope` when the app has not got what it needs. */
export function requireScope(scopes: ReadonlySet<string>, needed: string): void {
  if (!scopes.has(needed)) throw new SlackError('missing_scope', { needed, provided: [...scopes].join(',') });
}

/** A channel that the app may know of: private ones only as a member. */
export function visibleChannel({ channels }: Workspace, id: string): Channel {
  const channel = channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.hasApp)) throw new SlackError('channel_not_found');
  return channel;
}

/** `invalid_arguments` with what is wrong. */
export function invalidArguments(messages: string[]): SlackError {
  return new SlackError('invalid_arguments', detailed(messages));
}

/** `invalid_blocks`, as the chat methods answer it: the same findings twice. */
export function invalidBlocks(problems: Problem[]): SlackError {
  const errors = inSlacksWords(problems);
  return new SlackError('invalid_blocks', { errors, ...detailed(errors) });
}

function detailed(messages: string[]) {
  return { response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) } };
}

/** Arguments read with their schema; throws `invalid_arguments` in Slack's words. */
export function readArguments<S extends z.ZodType>(schema: S, args: Args): z.output<S> {
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

/** JSON, whether it came as JSON or as the text of a form field; undefined when it is neither. */
export const Json = z.preprocess(
  (value) => (typeof value === 'string' ? parsedJson(value) : value),
  z.unknown(),
);

/** A boolean as Slack reads it from a form. */
export const Flag = z.preprocess(
  (value) => (typeof value === 'string' ? value === 'true' || value === '1' : value),
  z.boolean('must be a boolean'),
);

/** A whole number as Slack reads it from a form. */
export const Count = z.coerce.number('must provide an integer').int('must provide an integer');
