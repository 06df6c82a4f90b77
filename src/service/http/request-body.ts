import { TextDecoder } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { numberFrom } from '../validation/json-number.ts';

/** Body limit, in bytes: Django's DATA_UPLOAD_MAX_MEMORY_SIZE, as in released deployments. */
export const maxBody = 2_621_440;

/** Registers the body parsers: JSON, and forms as in released deployments; other types are refused with 415. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readBody(request.headers['content-type'] ?? '', body),
  );
}

/** Throws Refusal 400 for a malformed body, 415 for an unsupported type. */
async function readBody(type: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return {};
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'application/json')
    return parseJson(await orRefuse('The body is not valid UTF-8.', () => utf8.decode(body)));
  if (essence === 'application/x-www-form-urlencoded') return fromForm(new URLSearchParams(body.toString()));
  if (essence === 'multipart/form-data') return fromForm(await parseMultipart(type, body));
  throw unsupportedMediaType(type);
}

/** Refusal 415 for an unsupported body type. @param type value of `Content-Type` */
export function unsupportedMediaType(type = ''): Refusal {
  return new Refusal(415, { detail: `Unsupported media type "${type}" in request.` });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws Refusal 400 with the detail, where `work` fails */
async function orRefuse<Result>(detail: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new Refusal(400, { detail });
  }
}

function parseMultipart(type: string, body: Buffer): Promise<FormData> {
  return orRefuse('The body is not a valid multipart form.', () =>
    new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData(),
  );
}

/** Fields in which empty text is a value. */
const texts = new Set([
  ...['first_name', 'last_name', 'email', 'position', 'phone'],
  ...['message', 'linkedin', 'facebook', 'twitter'],
]);

/** Names of list items in a form: `sequences=1&sequences=2` or `sequences[0]=1`. */
const listItem = /^sequences(?:\[\d+\])?$/;

/** Converts a form to an object: the last value of a field counts, and every value of a list. */
function fromForm(form: FormData | URLSearchParams): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const sequences: unknown[] = [];
  for (const [name, value] of form.entries()) {
    if (listItem.test(name)) sequences.push(value);
    else if (typeof value === 'string' && (value !== '' || texts.has(name))) object[name] = value;
  }
  return sequences.length > 0 ? { ...object, sequences } : object;
}

/** Nesting limit of arrays and objects: code that walks through a body has a limited stack. */
const maxDepth = 1_000;

/** Matches numbers that aren't plain integers. A match in other text only costs time. */
const strangeNumber = /\d[.eE]|\d{16}|(?<!\w)-0/;

/** Parses JSON with its numbers unchanged (see `JsonNumber`). @throws Refusal 400 */
async function parseJson(text: string): Promise<unknown> {
  const value: unknown = await orRefuse('The body is not valid JSON.', () => JSON.parse(text));
  if (isDeeperThan(maxDepth, value))
    throw new Refusal(400, { detail: `The body is nested deeper than ${maxDepth} levels.` });
  return strangeNumber.test(text) ? JSON.parse(text, withNumbers) : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** `source` is the text of a primitive value (https://github.com/tc39/proposal-json-parse-with-source). */
function withNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numberFrom(context?.source ?? String(value)) : value;
}
