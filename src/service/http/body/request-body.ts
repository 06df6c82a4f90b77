import { TextDecoder } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { parseJson } from './parse-json.ts';

/** Body limit, in bytes: Django's DATA_UPLOAD_MAX_MEMORY_SIZE, as in released deployments. */
export const maxBody = 2_621_440;

/** Registers the body parsers: JSON, and forms as in released deployments; other types are refused with 415. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readBody(request.headers['content-type'] ?? '', body),
  );
}

/**
 * @param type value of `Content-Type`
 * @returns the parsed body; an empty object for an empty one
 * @throws Refusal 400 for a malformed body, 415 for an unsupported type
 */
async function readBody(type: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return {};
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'application/json') return parseJson(decode(body, decoderFor(type)));
  if (essence === 'application/x-www-form-urlencoded') return fromForm(new URLSearchParams(body.toString()));
  if (essence === 'multipart/form-data') return fromForm(await parseMultipart(type, body));
  throw unsupportedMediaType(type);
}

/** Refusal 415 for an unsupported body type. @param type value of `Content-Type` */
export function unsupportedMediaType(type = ''): Refusal {
  return new Refusal(415, { detail: `Unsupported media type "${type}" in request.` });
}

const strict = { fatal: true, ignoreBOM: true };
const utf8 = new TextDecoder('utf-8', strict);

/** JSON is UTF-8 unless the client names another charset; an unknown one is ignored. */
function decoderFor(type: string): TextDecoder {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(charset)) return utf8;
  try {
    return new TextDecoder(charset, strict);
  } catch {
    return utf8;
  }
}

function decode(body: Buffer, decoder: TextDecoder): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new Refusal(400, { detail: `The body is not valid ${decoder.encoding.toUpperCase()}.` });
  }
}

async function parseMultipart(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new Refusal(400, { detail: 'The body is not a valid multipart form.' });
  }
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
