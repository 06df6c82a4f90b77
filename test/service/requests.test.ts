import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshSqlite } from '../postgres.ts';
import { startTestService, type TestService } from './start.ts';

let service: TestService;
let managerToken: string;
let inactiveToken: string;
let removedToken: string;
const json = 'application/json';

beforeAll(async () => {
  service = await startTestService(await freshSqlite());
  const { operator } = service;
  await operator.addUser({ first_name: 'M', last_name: 'M', email: 'm@acme.example', role: 2 });
  managerToken = await operator.createToken('m@acme.example');
  await operator.addUser({ first_name: 'I', last_name: 'I', email: 'i@acme.example', role: 1 });
  inactiveToken = await operator.createToken('i@acme.example');
  await operator.removeUser('i@acme.example', { keepRecord: true });
  await operator.addUser({ first_name: 'R', last_name: 'R', email: 'r@acme.example', role: 1 });
  removedToken = await operator.createToken('r@acme.example');
  await operator.removeUser('r@acme.example');
});

afterAll(() => service.stop());

const paths = ['/api/employees/', '/api/sequences/', '/api/users/', '/api/newhires/', '/api/offboarding/'];

it.each<[string, () => string | null, number, string]>([
  ['no header', () => null, 401, 'Authentication credentials were not provided.'],
  ['another scheme', () => 'Bearer x', 401, 'Authentication credentials were not provided.'],
  ['an unknown token', () => `Token ${'0'.repeat(40)}`, 401, 'Invalid token.'],
  ['a token of another length', () => `Token ${service.token.slice(0, 8)}`, 401, 'Invalid token.'],
  ['no token', () => 'Token', 401, 'Invalid token header. No credentials provided.'],
  [
    'a token with a space',
    () => 'Token a b',
    401,
    'Invalid token header. Token string should not contain spaces.',
  ],
  ['the token of an inactive user', () => `Token ${inactiveToken}`, 401, 'User inactive or deleted.'],
  ['the token of a removed user', () => `Token ${removedToken}`, 401, 'Invalid token.'],
  [
    'the token of a manager',
    () => `Token ${managerToken}`,
    403,
    'You do not have permission to perform this action.',
  ],
])('lets nobody in with %s, on any endpoint', async (_title, header, status, detail) => {
  for (const path of paths) {
    const authorization = header();
    const method = path.includes('s/') && !path.includes('hires') && !path.includes('users') ? 'GET' : 'POST';
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: authorization === null ? {} : { authorization },
    });
    expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null);
  }
});

it('gives nothing for a cookie or a login', async () => {
  const basic = Buffer.from(`admin@acme.example:${service.token}`).toString('base64');
  for (const headers of [
    { cookie: `sessionid=${service.token}; token=${service.token}` },
    { authorization: `Basic ${basic}` },
  ]) {
    expect((await fetch(`${service.url}/api/employees/`, { headers })).status).toBe(401);
  }
  expect((await fetch(`${service.url}/api/employees/?token=${service.token}`)).status).toBe(401);
});

it.each([
  ['GET', '/api/users/', 'POST, OPTIONS'],
  ['PUT', '/api/newhires/', 'POST, OPTIONS'],
  ['DELETE', '/api/offboarding/', 'POST, OPTIONS'],
  ['POST', '/api/employees/', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/api/sequences/', 'GET, HEAD, OPTIONS'],
])('refuses %s %s and says what is allowed', async (method, path, allow) => {
  const answer = await service.call(path, { method });
  expect([answer.status, await answer.json()]).toEqual([405, { detail: `Method "${method}" not allowed.` }]);
  expect(answer.headers.get('allow')).toBe(allow);
});

it('answers HEAD on a list, without a body', async () => {
  const answer = await service.call('/api/employees/', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

it.each(['text/html', 'application/xml', 'text/*'])('refuses to answer in %s', async (accept) => {
  const answer = await service.call('/api/employees/', { headers: { accept } });
  expect([answer.status, await answer.json()]).toEqual([
    406,
    { detail: 'Could not satisfy the request Accept header.' },
  ]);
});

it.each(['*/*', 'application/*', 'application/json; indent=4', 'text/html, */*;q=0.8'])(
  'answers in JSON when %s is accepted',
  async (accept) => {
    const answer = await service.call('/api/employees/', { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, json]);
  },
);

it.each([
  '{"a":',
  '{"a" 1}',
  '{a:1}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}x',
  '{"a":01}',
  '[1,]',
  '{"a":[1 2]}',
  '{"a":"x\ny"}',
  '{"a":"\\q"}',
  '{"a":"\\u12"}',
  '{"a":"abc',
  '{"role":-Infinity}',
  'NaN',
  '  ',
  '\ufeff{}',
  '['.repeat(400_000),
])('refuses %.20j, which is no JSON', async (body) => {
  const answer = await service.call('/api/users/', { method: 'POST', body });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, json]);
  expect(await answer.json()).toEqual({ detail: 'The body is not valid JSON.' });
});

it('refuses bytes that are no UTF-8', async () => {
  const answer = await service.call('/api/users/', {
    method: 'POST',
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
  });
  expect([answer.status, await answer.json()]).toEqual([400, { detail: 'The body is not valid UTF-8.' }]);
});

it.each([
  ['utf-8', 'utf8'],
  ['"UTF-8"', 'utf8'],
  ['iso-8859-1', 'latin1'],
  ['utf-16le', 'utf16le'],
  ['nonsense', 'utf8'],
] as const)('reads JSON in the charset %s', async (charset, encoding) => {
  const body = Buffer.from(JSON.stringify({ role: 'Zoë' }), encoding);
  const headers = { 'content-type': `application/json; charset=${charset}` };
  const answer = await service.call('/api/users/', { method: 'POST', body, headers });
  expect(await answer.json()).toMatchObject({ role: ['"Zoë" is not a valid choice.'] });
});

it.each(['text/plain', 'application/xml', 'garbage'])('refuses a body of type %s', async (type) => {
  const answer = await service.call('/api/users/', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': type },
  });
  expect([answer.status, await answer.json()]).toEqual([
    415,
    { detail: `Unsupported media type "${type}" in request.` },
  ]);
});

it('takes an empty body for one that says nothing', async () => {
  const answer = await service.call('/api/users/', { method: 'POST' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toHaveProperty('first_name', ['This field is required.']);
});

it('refuses a body over the 2.5 MB of released deployments, and reads one just below', async () => {
  const message = (length: number) =>
    JSON.stringify({ message: 'x'.repeat(length - '{"message":""}'.length) });
  const large = await service.call('/api/users/', { method: 'POST', body: message(2_621_441) });
  expect([large.status, await large.json()]).toEqual([
    413,
    { detail: 'The body is larger than 2621440 bytes.' },
  ]);
  expect((await service.call('/api/users/', { method: 'POST', body: message(2_621_440) })).status).toBe(400);
});

/** Sends raw bytes that no HTTP client would send, and returns the answer. */
async function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
}

it.each(['FOO', 'post', 'PROPFIND', 'QUERY', 'CONNECT', 'X-TEND', `${'LONG'.repeat(10)}`])(
  'refuses the method %s as any other that an endpoint does not have',
  async (method) => {
    const answer = await exchange(
      `${method} /api/users/ HTTP/1.1\r\nhost: x\r\nauthorization: Token ${service.token}\r\n` +
        'connection: close\r\ncontent-length: 2\r\n\r\n{}',
    );
    const [head = '', body] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(head).toMatch(/^allow: POST, OPTIONS\r$/m);
    expect(head).toMatch(/^content-type: application\/json\r$/m);
    expect(JSON.parse(body ?? '')).toEqual({ detail: `Method "${method}" not allowed.` });
  },
);

it.each([
  ['a wrong address', 'FOO /nothing/ HTTP/1.1\r\nhost: x\r\n\r\n', '404 Not Found', '<h1>Not Found</h1>'],
  ['what is no request', 'hello\r\n\r\n', '400 Bad Request', '{"detail":"The request is not valid HTTP."}'],
  [
    'headers without an end',
    `GET /api/users/ HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    '{"detail":"The headers of the request are too long."}',
  ],
])('answers %s in the shape of other refusals', async (_title, bytes, status, body) => {
  const answer = await exchange(bytes);
  expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  expect(answer).toContain(body);
});

it('takes forms', async () => {
  const fields = {
    first_name: 'Form',
    last_name: 'Url',
    role: '0',
    buddy: '',
    start_day: '2030-01-02',
    timezone: '',
  };
  const encoded = new URLSearchParams({ ...fields, email: 'form@acme.example' });
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...fields, email: 'parts@acme.example' }))
    multipart.append(name, value);
  for (const body of [encoded, multipart]) {
    const headers = { authorization: `Token ${service.token}` };
    const answer = await fetch(`${service.url}/api/users/`, { method: 'POST', body, headers });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      first_name: 'Form',
      buddy: null,
      start_day: '2030-01-02',
      timezone: 'UTC',
    });
  }
});

it.each([
  ['sequences', 'sequences'],
  ['sequences[0]', 'sequences[1]'],
])('takes every value of a list in a form as %s and %s', async (first, second) => {
  const body = new URLSearchParams([
    [first, '98'],
    [second, 'x'],
  ]);
  const headers = { authorization: `Token ${service.token}` };
  const answer = await fetch(`${service.url}/api/users/`, { method: 'POST', body, headers });
  expect(await answer.json()).toMatchObject({ sequences: { 1: ['A valid integer is required.'] } });
});

it('refuses a form that does not have the form it names', async () => {
  const type = 'multipart/form-data; boundary=x';
  const broken = await service.call('/api/users/', {
    method: 'POST',
    body: 'garbage',
    headers: { 'content-type': type },
  });
  expect([broken.status, await broken.json()]).toEqual([
    400,
    { detail: 'The body is not a valid multipart form.' },
  ]);
});

it('refuses a request before its body is read', async () => {
  const status = await new Promise((resolve) => {
    const sent = httpRequest(`${service.url}/api/users/`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
    });
    sent.on('response', (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.flushHeaders();
  });
  expect(status).toBe(401);
});
