import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import type { NewHire } from '../../contract/new-hire.ts';
import { createClient, NotConnected } from './client.ts';

const jane: NewHire = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real server that answers in one way, the client for it, and what arrived. */
async function clientFor(answer: (response: ServerResponse, seen: Seen) => void, below = '') {
  const arrived: Seen[] = [];
  const server = createServer(async (request, response) => {
    const seen = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
    };
    arrived.push(seen);
    answer(response, seen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`;
  const dispatcher = new Agent();
  stops.push(async () => {
    await dispatcher.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const connection = () => ({ url, token: 't0ken' });
  return {
    arrived,
    url,
    client: createClient({ connection, dispatcher, readTimeout: 300, writeTimeout: 300 }),
  };
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

it('sends what the API expects, in English, with the token', async () => {
  const { client, arrived } = await clientFor((response) => json(response, 201, { id: 7, ...jane }), '/onb');
  expect(await client.createHire(jane)).toMatchObject({ id: 7 });
  expect(arrived[0]).toMatchObject({ method: 'POST', url: '/onb/api/users/' });
  expect(arrived[0]?.headers).toMatchObject({
    authorization: 'Token t0ken',
    accept: 'application/json',
    'accept-language': 'en',
    'content-type': 'application/json',
  });
  expect(JSON.parse(arrived[0]?.body ?? '')).toEqual(jane);
});

it('reads plain lists and pages, and keeps to the host that was entered', async () => {
  const { client, arrived } = await clientFor((response, { url }) => {
    if (url?.includes('page=2'))
      json(response, 200, { count: 2, next: null, previous: null, results: [{ id: 2 }] });
    else
      json(response, 200, {
        count: 2,
        next: 'https://evil.example/onb/api/employees/?page=2',
        results: [{ id: 1 }],
      });
  }, '/onb');
  expect((await client.employees()).map(({ id }) => id)).toEqual([1, 2]);
  expect(arrived.map(({ url }) => url)).toEqual(['/onb/api/employees/', '/onb/api/employees/?page=2']);
});

it('accepts an answer without an id, and an offboarding’s empty one', async () => {
  const { client } = await clientFor((response, { url }) => {
    if (url?.includes('offboarding')) response.writeHead(200).end();
    else json(response, 201, jane);
  });
  expect((await client.createHire(jane)).id).toBeUndefined();
  await expect(
    client.startOffboarding({ user: 1, termination_date: '2999-01-01', sequences: [] }),
  ).resolves.toBeUndefined();
});

it('asks for a sequence’s kind with a request that lacks what is required, so that nothing can be written', async () => {
  const { client, arrived } = await clientFor((response, { body }) => {
    const wrong =
      JSON.parse(body).sequences[0] === 5 ? { sequences: ['Not all sequence ids are valid.'] } : {};
    json(response, 400, { user: ['This field is required.'], ...wrong });
  });
  expect(await client.isOffboardingSequence(5)).toBe(false);
  expect(await client.isOffboardingSequence(6)).toBe(true);
  expect(arrived.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual([['sequences'], ['sequences']]);
});

describe('a failure says what it is, and whether the request may have had an effect', () => {
  it.each([
    [
      400,
      '{"email":["Taken."]}',
      { name: 'Refused', reason: 'invalid', problem: { email: ['Taken.'] } },
      false,
    ],
    [
      400,
      '{"sequences":{"0":["Bad."],"2":["Worse."]}}',
      { problem: { sequences: ['Bad.', 'Worse.'] } },
      false,
    ],
    [400, '<h1>Bad Request (400)</h1>', { name: 'Refused', reason: 'rejected' }, false],
    [401, '{"detail":"Invalid token."}', { name: 'Refused', reason: 'token' }, false],
    [403, '{"detail":"No."}', { name: 'Refused', reason: 'permission' }, false],
    [404, '<h1>Not Found</h1>', { name: 'Refused', reason: 'missing' }, false],
    [405, '{"detail":"Method."}', { name: 'Refused', reason: 'rejected' }, false],
    [301, '', { name: 'Redirected' }, false],
    [429, '', { name: 'Busy', retryAfter: 3000 }, false],
    [503, '', { name: 'Busy', retryAfter: 3000 }, true],
    [500, '<h1>Server Error (500)</h1>', { name: 'ServiceBroken', status: 500 }, true],
    [502, '<html>', { name: 'ServiceBroken', status: 502 }, true],
    [200, '<html>hello</html>', { name: 'Unreadable' }, true],
    [201, '{"email":"ja', { name: 'Unreadable' }, true],
    [201, '"fine"', { name: 'Unreadable' }, true],
    [201, '', { name: 'Unreadable' }, true],
  ])('status %s with %s', async (status, body, failure, outcomeUnknown) => {
    const { client } = await clientFor((response) => {
      response.writeHead(status, { 'retry-after': '3', location: '/api/users/' }).end(body);
    });
    await expect(client.createHire(jane)).rejects.toMatchObject({ ...failure, outcomeUnknown });
  });

  it('no answer in time', async () => {
    const { client } = await clientFor(() => {});
    await expect(client.createHire(jane)).rejects.toMatchObject({ name: 'TimedOut', outcomeUnknown: true });
  });

  it('a body that never ends', async () => {
    const { client } = await clientFor((response) => response.writeHead(201).write('{"em'));
    await expect(client.createHire(jane)).rejects.toMatchObject({ name: 'TimedOut', outcomeUnknown: true });
  });

  it('a connection that breaks before the answer', async () => {
    const { client } = await clientFor((response) => response.destroy());
    await expect(client.createHire(jane)).rejects.toMatchObject({
      name: 'Unreachable',
      outcomeUnknown: true,
    });
  });

  it('nobody there: nothing was sent', async () => {
    const dispatcher = new Agent();
    stops.push(() => dispatcher.destroy());
    const client = createClient({
      connection: () => ({ url: 'http://127.0.0.1:1', token: 't' }),
      dispatcher,
    });
    await expect(client.createHire(jane)).rejects.toMatchObject({
      name: 'Unreachable',
      outcomeUnknown: false,
    });
  });

  it('nothing to connect to yet', async () => {
    const client = createClient({ connection: () => undefined, dispatcher: new Agent() });
    await expect(client.employees()).rejects.toBeInstanceOf(NotConnected);
  });
});

it('puts neither the token nor a person into the message of a failure', async () => {
  const { client } = await clientFor((response) => response.writeHead(500).end('Jane t0ken'));
  const failure: unknown = await client.createHire(jane).catch((error: unknown) => error);
  expect(String(failure)).not.toMatch(/jane|t0ken/i);
});
