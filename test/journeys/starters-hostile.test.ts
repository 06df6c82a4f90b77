import { request as httpRequest } from 'node:http';
import { expect } from 'vitest';
import { writtenLog } from './office.ts';
import { ada, withSource } from './starters-office.ts';
import { begin, channels, inOneOffice, inWhole, it } from './world.ts';

const shared = inOneOffice({ at: begin, log: writtenLog().log });

/** Posts raw bytes. `hold`: never ends the body. @returns the status, or why there is none */
function raw(address: string, headers: Record<string, string>, body: string, hold = false) {
  return new Promise<number | string>((resolve) => {
    const request = httpRequest(address, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    request.on('error', ({ message }) => resolve(message));
    request.write(body);
    if (!hold) request.end();
  });
}

shared('answers what isn’t an event in plain words, and stores nothing', async ({ office }) => {
  const { address, send, secret } = await withSource(office, undefined, 'Refused');
  const bearer = { authorization: `Bearer ${secret}` };
  const before = (await office.rows('starter_events')).length;
  const answers: [unknown, number, string][] = [
    ['', 400, 'The body isn’t JSON.'],
    ['{"id": "P-1"', 400, 'The body isn’t JSON.'],
    ['id=P-1', 400, 'The body isn’t JSON.'],
    ['"P-1"', 400, 'The body isn’t JSON.'],
    ['null', 400, 'The body isn’t JSON.'],
    [{}, 400, 'No person in the body has an id at /id.'],
    [[], 400, 'No person in the body has an id at /id.'],
    [{ id: '' }, 400, 'No person in the body has an id at /id.'],
    [{ id: ['P-1'] }, 400, 'No person in the body has an id at /id.'],
    [{ id: { $ne: null } }, 400, 'No person in the body has an id at /id.'],
    [{ id: 'P'.repeat(201) }, 400, 'No person in the body has an id at /id.'],
    [{ id: 'P-1', more: 'x'.repeat(256 * 1024) }, 413, 'Send at most 256 KB.'],
  ];
  for (const [body, status, text] of answers) expect(await send(body, bearer)).toEqual({ status, text });
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await send(ada, bearer, method)).toEqual({ status: 405, text: 'Use POST.' });
  const chunked = { ...bearer, 'transfer-encoding': 'chunked' };
  expect(await raw(address, chunked, 'x'.repeat(300 * 1024))).toBe(413);
  expect(await raw(address, chunked, 'x'.repeat(300 * 1024), true)).toBe(413);
  expect((await office.rows('starter_events')).length).toBe(before);
});

const deep = (depth: number) => `{"id":"deep","first":${'['.repeat(depth)}1${']'.repeat(depth)}}`;
const many = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key ${at}`, at])));

shared.for<[what: string, body: string, name: string]>([
  ['deep nesting', deep(40_000), 'deep'],
  ['ten thousand keys', `${many.slice(0, -1)},"id":"many","first":"Many"}`, 'Many'],
  [
    'keys of prototypes',
    '{"__proto__":{"id":"x"},"id":"proto","first":"Proto","constructor":1,"toString":2}',
    'Proto',
  ],
  [
    'other types',
    '{"id":77,"first":true,"last":["x"],"email":{"a":1},"start":20310317,"position":null}',
    'true',
  ],
  [
    'control characters',
    '{"id":"ctl","first":"Con\\u0000tr\\u001bol","last":"\\ud800\\u202eX","email":"\\n"}',
    'Control',
  ],
  [
    'an endless name',
    JSON.stringify({ id: 'long', first: 'W'.repeat(100_000), last: 'L'.repeat(5_000) }),
    'WWWWW',
  ],
])('takes %s as it is meant, without harm', async ([, body, name], { office }) => {
  const { ines, sandbox } = office;
  const { post } = await withSource(office, undefined, `Source ${name}`);
  expect(await post(body)).toBe(202);
  const message = await ines.untilMessage(`From Source ${name}: ${name}`, channels.private);
  expect(message.text).not.toMatch(/\p{Cc}/u);
  await ines.open('Take it', 'New hire');
  await ines.close();
  await sandbox.settled();
  const refused = sandbox.calls().filter(({ answer }) => /^invalid/.test(answer?.error ?? ''));
  expect(refused.map(({ method, answer }) => ({ method, answer }))).toEqual([]);
});

shared('shows hostile names as text: they format, mention and link nothing', async ({ office }) => {
  const { ines, sandbox } = office;
  const { post } = await withSource(office, undefined, '<!here>');
  await post({
    ...ada,
    id: 'hostile',
    first: '<!channel> *b*',
    last: '<https://evil.example|x>',
    email: 'h@acme.example',
  });
  const message = await ines.untilMessage(
    '&lt;!channel&gt; *b* &lt;https://evil.example|x&gt;',
    channels.private,
  );
  expect(message.text).toContain('From &lt;!here&gt;');
  const [posted] = sandbox.calls('chat.postMessage').filter(({ args }) => String(args.text).includes('evil'));
  expect(JSON.stringify(posted?.args.blocks)).not.toContain('mrkdwn');
});

it('writes nothing about people, and no secret, into its log', async ({ open }) => {
  const { lines, log } = writtenLog();
  const office = await open({ at: begin, log });
  const { post, send, secret } = await withSource(office);
  await post(ada);
  await send(ada, { authorization: 'Bearer wrong' });
  await send('{"id": 1, "first": "Ada', { authorization: `Bearer ${secret}` });
  await office.ines.untilMessage('From Personio: Ada Park', channels.private);
  await office.inDatabase((db) => db.schema.dropTable('starter_events').execute());
  expect(await post(ada)).toBe(503);
  const written = lines.join('\n');
  expect(written).toContain('an event about starters was read');
  for (const hidden of ['Ada', 'Park', 'ada@', 'marcus.oyelaran@', secret])
    expect(written).not.toContain(hidden);
  const audit = JSON.stringify(await office.rows('audit_changes'));
  expect(audit).toContain('source added');
  for (const hidden of ['Ada', secret, 'Personio']) expect(audit).not.toContain(hidden);
  const stored = JSON.stringify([await office.rows('starter_sources')]);
  expect(stored).not.toContain(secret);
});

inWhole(
  'lets go of a body that never ends, and of more than it can take at once',
  async ({ open }) => {
    const office = await open({ at: begin });
    const { address, secret, post } = await withSource(office);
    const bearer = { authorization: `Bearer ${secret}` };
    const slow = Array.from({ length: 8 }, () =>
      raw(address, { ...bearer, 'content-length': '100' }, '{', true),
    );
    await expect.poll(() => post(ada)).toBe(503);
    expect(await Promise.all(slow)).toEqual(slow.map(() => 408));
    expect(await post(ada)).toBe(202);
  },
  20_000,
);
