import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError } from 'fastify';
import { allowed, endpointAt } from './endpoints.ts';
import { html, notFoundPage } from './replies.ts';

/** How long a client may take to read a refusal and to stop sending, in milliseconds. */
const grace = 2_000;

type HeaderFields = Record<string, string>;

/**
 * Answers what never becomes a request, in the shape of all other answers: a method that Node's parser does not
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

/** A method as RFC 9110 (section 5.6.2) has it, as long as any that exists, and an address. */
const requestLine = /^([\w!#$%&'*+.^`|~-]{1,40}) (\/\S{0,2000}) HTTP\/1\.[01]\r?$/m;

/** What had arrived stands in the error (https://nodejs.org/api/http.html#event-clienterror). */
function requestLineIn({ rawPacket, bytesParsed }: ConnectionError): string[] {
  const packet: unknown = rawPacket;
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1).split('\n', 1)[0] ?? '';
  return requestLine.exec(line) ?? [];
}

/** Says that an endpoint has no such method; anywhere else the address is wrong, whatever the method. */
export function refuseMethod(method: string, target: string, apiAccess: boolean, socket: Duplex): void {
  const endpoint = apiAccess ? endpointAt(target.split('?', 1)[0] ?? '') : null;
  if (endpoint) answer(socket, 405, `Method "${method}" not allowed.`, { allow: allowed(endpoint) });
  else end(socket, 404, { 'content-type': html }, notFoundPage);
}

function answer(socket: Duplex, status: number, detail: string, headers: HeaderFields = {}): void {
  end(socket, status, { ...headers, 'content-type': 'application/json' }, JSON.stringify({ detail }));
}

/** The rest of what the client sends is thrown away: a connection that is cut would take the answer with it. */
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
