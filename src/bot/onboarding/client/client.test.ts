import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { describe, expect, it } from 'vitest';
import { useCleanup } from '../../../../test/cleanup.ts';
import { inWhole } from '../../../../test/faults/trials.ts';
import { listening } from '../../../../test/listening.ts';
import { pathsWithSafeRepeats } from '../../../contract/description.ts';
import type { NewHire } from '../../../contract/new-hire.ts';
import { createClient } from './client.ts';
import { NotConnected } from './errors.ts';

const jane: NewHire = { first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example', role: 0 };
const cleanup = useCleanup();

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Client of a real server with a scripted answer, and the requests it got. */
async function clientFor(
  answer: (response: ServerResponse, seen: Seen) => void,
  below = '',
  limits: { readTimeout?: number; listTimeout?: number } = {},
) {
  const arrived: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const seen = { method, url, headers, body: await text(request) };
    arrived.push(seen);
    answer(response, seen);
  });
  const url = `${(await listening(cleanup, server)).url}${below}`;
  const dispatcher = new Agent();
  cleanup.later(() => dispatcher.destroy());
  const connection = () => ({ url, token: 't0ken' });
  return {
    arrived,
    url,
    client: createClient({
      connection,
      dispatcher,
      readTimeout: 30_000,
      writeTimeout: limits.readTimeout ?? 30_000,
      ...limits,
    }),
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

it('names a request by its key, as a string in quotes, and says what the service says of keys', async () => {
  const { client, arrived } = await clientFor((response, { url }) =>
    json(response, url === '/api/users/' ? 409 : 422, {}),
  );
  await expect(client.createHire(jane, 'R-1-x')).rejects.toMatchObject({ name: 'StillInProgress' });
  const leaving = { user: 1, termination_date: '2999-01-01', sequences: [] };
  await expect(client.startOffboarding(leaving, 'R-2-y')).rejects.toMatchObject({
    name: 'KeyUsed',
    status: 422,
  });
  expect(arrived.map(({ headers }) => headers['idempotency-key'])).toEqual(['"R-1-x"', '"R-2-y"']);
});

describe('the promise that repeats are safe is read from the description', () => {
  const key = { in: 'header', name: 'idempotency-key' };
  const described = (post: unknown, more = {}) => ({ paths: { '/api/users/': { post } }, ...more });
  const shared = { components: { parameters: { Key: key } } };
  const reference = { $ref: '#/components/parameters/Key' };
  it.each([
    ['a header of the operation', 200, described({ parameters: [{ in: 'query', name: 'x' }, key] }), 1],
    ['a header that is described elsewhere', 200, described({ parameters: [reference] }, shared), 1],
    ['a reference that leads nowhere', 200, described({ parameters: [reference] }), 0],
    [
      'a reference to what every object has',
      200,
      described({ parameters: [{ $ref: '#/components/parameters/constructor' }] }, shared),
      0,
    ],
    ['a query parameter of that name', 200, described({ parameters: [{ ...key, in: 'query' }] }), 0],
    ['a header of another operation', 200, { paths: { '/api/users/': { get: { parameters: [key] } } } }, 0],
    [
      'operations of odd shapes',
      200,
      { paths: { '/x': null, '/api/users/': { post: { parameters: [key] } } } },
      1,
    ],
    ['no operations', 200, {}, 0],
    ['something else', 200, ['paths'], 0],
    ['no description', 404, {}, 0],
  ] as const)('%s', async (_what, status, body, count) => {
    const { client, arrived } = await clientFor((response) => json(response, status, body));
    expect([...pathsWithSafeRepeats(await client.description())]).toEqual(count === 1 ? ['/api/users/'] : []);
    expect(arrived[0]).toMatchObject({ method: 'GET', url: '/api/schema/' });
  });

  it('a page of HTML, an endless body and a redirect promise nothing', async () => {
    const answers = ['<html>', 'x'.repeat(5 * 1024 ** 2), ''];
    const { client } = await clientFor((response) => {
      const body = answers.shift() ?? '';
      response.writeHead(body === '' ? 302 : 200, { 'content-type': 'text/html' }).end(body);
    });
    for (let count = 3; count > 0; count -= 1)
      expect([...pathsWithSafeRepeats(await client.description())]).toEqual([]);
  });

  it('that it cannot be asked is no answer', async () => {
    const { client } = await clientFor((response) => response.writeHead(502).end());
    await expect(client.description()).rejects.toMatchObject({ name: 'ServiceBroken' });
  });
});

it('reads plain lists and pages, also behind a proxy that the service does not know of', async () => {
  const { client, arrived } = await clientFor((response, { url }) => {
    const isLast = url?.includes('page=2') === true;
    const next = isLast ? null : 'https://127.0.0.1/api/employees/?page=2';
    json(response, 200, { count: 3, next, previous: null, results: [{ id: 2 }, { id: isLast ? 3 : 1 }] });
  }, '/onb');
  expect([...(await client.employees()).keys()]).toEqual([2, 1, 3]);
  expect(arrived.map(({ url }) => url)).toEqual(['/onb/api/employees/', '/onb/api/employees/?page=2']);
});

it.each([
  ['cut off in the middle', '[{"id": 1, "first_name": "Ja', 'it is not JSON'],
  ['with something behind it', '[{"id": 1}], {}', 'it is not JSON'],
  ['of something else', '["jane@acme.example"]', 'it is not a list'],
  ['of nothing at all', '', 'it is not a list'],
])('does not read a list %s', async (_what, body, why) => {
  const { client } = await clientFor((response) => response.end(body));
  await expect(client.employees()).rejects.toMatchObject({ message: expect.stringContaining(why) });
});

describe('a list ends, whatever the service says about its pages', () => {
  /** Paginated answers whose links need the server's address. */
  const pages =
    (page: (number: number) => { next: unknown; results: unknown[] }) =>
    (response: ServerResponse, { url }: Seen) =>
      json(response, 200, page(Number(/page=(\d+)/.exec(url ?? '')?.[1] ?? 1)));
  const at = (number: number) => `/api/employees/?page=${number}`;

  it.each<[string, string, number, (number: number) => string, results?: object[]]>([
    ['leads back to itself', 'endless', 1, () => '/api/employees/'],
    ['leads back to an earlier page', 'endless', 3, (number) => at(number === 3 ? 2 : number + 1)],
    ['leads to the same page by other names', 'endless', 2, (number) => at(number + 1), [{ id: 7 }]],
    ['leads on from empty pages', 'endless', 1, (number) => at(number + 1), []],
    ['leads to another host', 'elsewhere', 1, () => 'https://evil.example/api/employees/?page=2'],
    ['leads to no address', 'malformed', 1, () => 'http://[2'],
    ['leads to a file', 'malformed', 1, () => 'file:///api/employees/'],
    ['leads out of the list', 'malformed', 1, () => '/api/users/'],
  ])('one that %s', async (_how, fault, asked, next, results) => {
    const answer = pages((number) => ({ next: next(number), results: results ?? [{ id: number }] }));
    const { client, arrived } = await clientFor(answer);
    await expect(client.employees()).rejects.toMatchObject({ name: 'ListUnreadable', fault });
    expect(arrived.length).toBeLessThanOrEqual(asked + 1);
  });

  inWhole(
    'one with more than a million entries',
    async () => {
      const size = 60_000;
      const answer = pages((number) => ({
        next: at(number + 1),
        results: Array.from({ length: size }, (_, index) => ({ id: number * size + index })),
      }));
      const { client, arrived } = await clientFor(answer);
      await expect(client.employees()).rejects.toMatchObject({ fault: 'tooMany' });
      expect(arrived).toHaveLength(17);
    },
    60_000,
  );

  it('one that is always in time with the next page, and takes too long in all', async () => {
    const answer = pages((number) => ({ next: at(number + 1), results: [{ id: number }] }));
    const late: typeof answer = (...asked) => setTimeout(() => answer(...asked), 20);
    const { client } = await clientFor(late, '', { listTimeout: 250 });
    await expect(client.employees()).rejects.toMatchObject({ fault: 'tooSlow' });
  });

  inWhole('one that is larger than it can sensibly be', async () => {
    const { client } = await clientFor((response) => pour(response));
    await expect(client.employees()).rejects.toMatchObject({ fault: 'tooLarge' });
  });
});

function pour(response: ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, ' ')));
  };
  response.on('drain', more);
  more();
}

it.each([201, 500, 400])(
  'does not read an endless answer to a creation to its end, with status %s',
  async (status) => {
    const { client } = await clientFor((response) => pour(response, status));
    await expect(client.createHire(jane)).rejects.toMatchObject({ outcomeUnknown: true });
  },
);

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
  const refused = (reason: string, more = {}) => ({ name: 'Refused', reason, ...more });
  const taken = { email: ['Taken.'] };
  const listed = { sequences: ['Bad.', 'Worse.'] };
  const detail = '{"detail":"No."}';
  const broken = ['<h1>Bad Request (400)</h1>', '{"message":"No"}', '{"title":"No","status":400}', '{}', ''];

  /** Statuses and bodies that mean the same, and whether the request may have had an effect then. */
  const failures: [failure: object, outcomeUnknown: boolean, statuses: number[], ...bodies: string[]][] = [
    [refused('invalid', { problem: taken }), false, [400], '{"email":["Taken."]}'],
    [{ problem: listed }, false, [400], '{"sequences":{"0":["Bad."],"2":["Worse."]}}'],
    [refused('invalid'), false, [400], detail],
    [refused('rejected'), true, [400], ...broken],
    [refused('rejected'), true, [413], '<html>'],
    [refused('rejected'), false, [405, 406, 413, 415], detail],
    [refused('token'), true, [401], '<h1>Sign in</h1>'],
    [refused('token'), false, [401], '{"detail":"Invalid token."}'],
    [refused('permission'), true, [403], '<h1>Blocked by the firewall</h1>'],
    [refused('permission'), false, [403], detail],
    [refused('missing'), true, [404], '404 page not found'],
    [refused('missing'), false, [404], '<h1>Not Found</h1>'],
    [{ name: 'Unclear' }, true, [408, 409, 421, 422, 425, 499], '', detail],
    [{ name: 'Redirected' }, true, [301, 302, 307], ''],
    [{ name: 'Busy', retryAfter: 3000 }, true, [429, 503], ''],
    [{ name: 'Busy', retryAfter: 3000 }, false, [429], '{"detail":"Request was throttled."}'],
    [{ name: 'ServiceBroken' }, true, [500, 502], '<h1>Server Error (500)</h1>', '<html>'],
    [{ name: 'Unreadable' }, true, [200], '<html>hello</html>'],
    [{ name: 'Unreadable' }, true, [201], '{"email":"ja', '"fine"', ''],
  ];
  const answers = failures.flatMap(([failure, outcomeUnknown, statuses, ...bodies]) =>
    statuses.flatMap((status) => bodies.map((body) => [status, body, failure, outcomeUnknown] as const)),
  );

  it.each(answers)('status %s with %s', async (status, body, failure, outcomeUnknown) => {
    const { client } = await clientFor((response) => {
      response.writeHead(status, { 'retry-after': '3', location: '/api/users/' }).end(body);
    });
    await expect(client.createHire(jane)).rejects.toMatchObject({ ...failure, outcomeUnknown });
  });

  it.for([
    ['<h1>Not Found</h1>', false],
    ['404 page not found', true],
  ] as const)('the service’s own 404, and a check that gets %s', async ([page, outcomeUnknown]) => {
    const { client } = await clientFor((response, { method }) => {
      response.writeHead(404).end(method === 'OPTIONS' ? page : '<h1>Not Found</h1>');
    });
    await expect(client.createHire(jane)).rejects.toMatchObject({ reason: 'missing', outcomeUnknown });
  });

  it.each<[string, Parameters<typeof clientFor>[0], string]>([
    ['no answer in time', () => {}, 'TimedOut'],
    ['a body that never ends', (response) => response.writeHead(201).write('{"em'), 'TimedOut'],
    ['a connection that breaks before the answer', (response) => response.destroy(), 'Unreachable'],
  ])('%s', async (_what, answer, name) => {
    const { client } = await clientFor(answer, '', { readTimeout: 300 });
    await expect(client.createHire(jane)).rejects.toMatchObject({ name, outcomeUnknown: true });
  });

  it('nobody there: nothing was sent', async () => {
    const connection = () => ({ url: 'http://127.0.0.1:1', token: 't' });
    const client = createClient({ connection, dispatcher: new Agent() });
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
