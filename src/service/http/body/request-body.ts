import { TextDecoder } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { parseJson } from './parse-json.ts';

/** The largest body that is read, in bytes: Django's DATA_UPLOAD_MAX_MEMORY_SIZE, which released deployments keep to. */
export const maxBody = 2_621_440;

/** Reads bodies: JSON, and forms as released deployments do; anything else is refused with 415. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readBody(request.headers['content-type'] ?? '', body),
  );
}

/**
 * @param type the value of `Content-Type`
 * @returns what the body says; an empty one says nothing
 * @throws Refusal 400 when it cannot be read, 415 when its type is not read at all
 */
async function readBody(type: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return {};
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'application/json') return parseJson(decode(body, decoderFor(type)));
  if (essence === 'application/x-www-form-urlencoded') return fromForm(new URLSearchParams(body.toString()));
  if (essence === 'multipart/form-data') return fromForm(await parseMultipart(type, body));
  throw unsupportedMediaType(type);
}

/** The refusal of a body whose type is not read. @param type the value of `Content-Type` */
export function unsupportedMediaType(type = ''): Refusal {
  return new Refusal(415, { detail: `Unsupported media type "${type}" in request.` });
}

const strict = { fatal: true, ignoreBOM: true };
const utf8 = new TextDecoder('utf-8', strict);

/** JSON is UTF-8 unless the client names another charset; one that nobody knows counts for nothing. */
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

/** Fields whose empty text means something else than "not given". */
const texts = new Set([
  ...['first_name', 'last_name', 'email', 'position', 'phone'],
  ...['message', 'linkedin', 'facebook', 'twitter'],
]);

/** How a form names the items of the one field that is a list: `sequences=1&sequences=2` or `sequences[0]=1`. */
const listItem = /^sequences(?:\[\d+\])?$/;

/** A form as the object it stands for: the last value of a field counts, and every value of a list. */
function fromForm(form: FormData | URLSearchParams): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const sequences: unknown[] = [];
  for (const [name, value] of form.entries()) {
    if (listItem.test(name)) sequences.push(value);
    else if (typeof value === 'string' && (value !== '' || texts.has(name))) object[name] = value;
  }
  return sequences.length > 0 ? { ...object, sequences } : object;
}
