import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { allowed, endpointAt } from './endpoints.ts';
import { html, notFoundPage } from './replies.ts';

/** Time that a client gets to read a refusal and stop sending, in milliseconds. */
const grace = 2_000;

type HeaderFields = Record<string, string>;

/**
 * Answers input that never becomes a request, in the shape of all other answers: a method that Node's parser doesn't
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

/** The error holds the bytes that had arrived (https://nodejs.org/api/http.html#event-clienterror). */
function requestLineIn({ rawPacket, bytesParsed }: ConnectionError): string[] {
  const packet: unknown = rawPacket;
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1).split('\n', 1)[0] ?? '';
  return requestLine.exec(line) ?? [];
}

/** Refuses a method: 405 at an endpoint, 404 at any other address. */
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
