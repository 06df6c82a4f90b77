import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Cleanup, serverThat } from './office.ts';

export async function switchable(cleanup: Cleanup, service: { url: string }) {
  let isOff = false;
  const url = await serverThat(cleanup, async (request, response) => {
    if (isOff) return void response.writeHead(404).end('<h1>Not Found</h1>');
    await pass(service.url, request, response);
  });
  return {
    url,
    isOff(off: boolean): void {
      isOff = off;
    },
  };
}

export async function pass(
  to: string,
  request: IncomingMessage,
  response: ServerResponse,
  change: (text: string) => string = (text) => text,
): Promise<void> {
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
  const { method = 'GET', url = '' } = request;
  const body = method === 'POST' ? { body: await text(request) } : {};
  const headers = { authorization, 'content-type': type };
  const answer = await fetch(`${to}${url}`, { method, headers, ...body });
  const given = { 'content-type': answer.headers.get('content-type') ?? 'text/html' };
  response.writeHead(answer.status, given).end(change(await answer.text()));
}
