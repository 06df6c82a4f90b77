import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { numberFrom } from '../validation/json-number.ts';
import { allowed, endpointAt } from './endpoints.ts';
import { html, notFoundPage } from './replies.ts';

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

/** Nesting limit of arrays and objects: code that walks through a body has a limited stack. */
const maxDepth = 1_000;

/** Matches numbers that aren't plain integers. A match in other text only costs time. */
const strangeNumber = /\d[.eE]|\d{16}|(?<!\w)-0/;

/** Parses JSON with its numbers unchanged (see `JsonNumber`). @throws Refusal 400 */
function parseJson(text: string): unknown {
  const value = parse(text);
  if (isDeeperThan(maxDepth, value))
    throw new Refusal(400, { detail: `The body is nested deeper than ${maxDepth} levels.` });
  return strangeNumber.test(text) ? JSON.parse(text, withNumbers) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, { detail: 'The body is not valid JSON.' });
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** `source` is the text of a primitive value (https://github.com/tc39/proposal-json-parse-with-source). */
function withNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numberFrom(context?.source ?? String(value)) : value;
}

/** Time that a client gets to read a refusal and stop sending, in milliseconds. */
const grace = 2_000;

type HeaderFields = Record<string, string>;

/**
 * Input that never becomes a request, in the shape of all other answers: a method that Node's parser doesn't
 * know, headers that are too long, a request that takes too long to arrive.
 */
export function answerMalformed(apiAccess: boolean) {
  return (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [, method, target] = error.code === 'HPE_INVALID_METHOD' ? requestLineIn(error) : [];
    if (method !== undefined && target !== undefined) refuseMethod(method, target, apiAccess, socket);
    else answer(socket, ...(refusals[error.code] ?? invalid));
  };
}

type Answer = [status: number, detail: string];
const invalid: Answer = [400, 'The request is not valid HTTP.'];
const refusals: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/** Request line with a method as in RFC 9110 (section 5.6.2), no longer than any that exists, and an address. */
const requestLine = /^([\w!#$%&'*+.^`|~-]{1,40}) (\/\S{0,2000}) HTTP\/1\.[01]\r?$/m;

function requestLineIn({ rawPacket, bytesParsed }: ConnectionError): string[] {
  const packet: unknown = rawPacket;
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1).split('\n', 1)[0] ?? '';
  return requestLine.exec(line) ?? [];
}

export function refuseMethod(method: string, target: string, apiAccess: boolean, socket: Duplex): void {
  const endpoint = apiAccess ? endpointAt(target.split('?', 1)[0] ?? '') : null;
  if (endpoint) answer(socket, 405, `Method "${method}" not allowed.`, { allow: allowed(endpoint) });
  else end(socket, 404, { 'content-type': html }, notFoundPage);
}

function answer(socket: Duplex, status: number, detail: string, headers: HeaderFields = {}): void {
  end(socket, status, { ...headers, 'content-type': 'application/json' }, JSON.stringify({ detail }));
}

/** Discards the rest of the client's data: cutting the connection would lose the answer. */
function end(socket: Duplex, status: number, headers: HeaderFields, body: string): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.on('error', () => {});
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), grace).unref();
}
