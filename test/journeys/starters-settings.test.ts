import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { presets } from '../../src/bot/features/newhire/starters/presets.ts';
import { serverThat, temporaryFolder } from './office.ts';
import { runHere } from './program.ts';
import { ada, postingTo, withSource } from './starters-office.ts';
import { payloads } from './starters-payloads.ts';
import { begin, channels, it, type World } from './world.ts';

const event = {
  event: { type: 'hired', id: 7 },
  person: {
    id: 'P-9',
    'first name': 'Eve',
    surname: 'Stone',
    work_email: 'eve@acme.example',
    hireDate: '1.12.2031',
  },
  supervisor: { email: 'marcus.oyelaran@acme.example' },
  tags: ['a', 'b'],
};

/** Adds a source in App Home. @returns how to post to it */
async function addSource({ ines, bot }: Pick<World, 'ines' | 'bot'>, name: string, system?: string) {
  await ines.openFromHome('New hire sources');
  await ines.fillIn('Add source', { 'Source name': name, ...(system && { System: system }) }, 'Source');
  await ines.submit();
  const page = (await ines.untilView('Secret')).texts.join('\n');
  const [, id = ''] = /\/hooks\/starters\/(S-\w+)/.exec(page) ?? [];
  const [secret = ''] = /whsec_\S+/.exec(page) ?? [];
  return { id, secret, ...postingTo(bot, { id, secret }) };
}

it('connects a system by one of its events, which is taken in once the mapping is saved', async ({
  open,
}) => {
  const office = await open({ at: begin });
  const { ines, rows } = office;
  const { post, secret } = await addSource(office, 'Our HR');
  expect(await post(event)).toBe(202);
  await ines.open('Source', 'Source');
  expect(ines.pageText()).toContain('Needs a mapping');
  expect(ines.pageText()).toContain('1 event kept');
  await ines.open('Mapping', 'Example');
  await ines.submit();
  await ines.untilView('Mapping');
  const chosen = ines.values();
  expect(chosen['First name']).toMatch(/^Eve · person\.first name/);
  expect(chosen['Last name']).toMatch(/^Stone/);
  expect(chosen['Work email']).toMatch(/^eve@acme/);
  expect(chosen['Start day']).toMatch(/^1\.12\.2031/);
  expect(chosen.Manager).toMatch(/^marcus\.oyelaran/);
  const { options } = await ines.options('Source id', 'p-9');
  expect(options).toEqual([expect.stringContaining('P-9 · person.id')]);
  await ines.choose('Source id', 'P-9 · person.id');
  await ines.submitUntil('Mapping saved.');
  await ines.closeAll();
  await ines.untilMessage('From Our HR: Eve Stone, starts Mon 1 Dec', channels.private);
  expect(await rows('starter_sources')).toMatchObject([{ mapping: expect.stringContaining('/person/id') }]);
  await ines.openFromHome('New hire sources');
  await ines.open('Open', 'Source');
  expect(ines.pageText()).not.toContain(secret);
});

it('maps by a pasted example, keeps choices it lacks, and proposes nobody by it', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, posted, allSent } = office;
  const { post } = await addSource(office, 'Personio', 'Personio');
  const paste = async (example: string) => {
    await ines.openFromHome('New hire sources');
    await ines.open('Open', 'Source');
    await ines.fillIn('Mapping', { 'Event (JSON)': example }, 'Example');
    return ines.submit();
  };
  await paste('{"id": ');
  expect(ines.view().errors).toEqual({ 'Event (JSON)': 'This isn’t JSON.' });
  await ines.submit({ 'Event (JSON)': JSON.stringify(payloads.personio.body) });
  await ines.untilView('Mapping');
  expect(ines.values()['Work email']).toMatch(/^ada@acme\.example/);
  await ines.submit({ 'Work email': null });
  await ines.untilPage('Mapping saved.');
  await paste('{"data": [{"attributes": {"id": {"value": 5}}}]}');
  await ines.untilView('Mapping');
  expect(ines.values()['Start day']).toContain('attributes.hire_date.value');
  await ines.submitUntil('Mapping saved.');
  await ines.closeAll();
  await allSent();
  expect(posted('From Personio')).toEqual([]);
  await post(payloads.personio.body);
  const message = await ines.untilMessage('From Personio: Ada Park', channels.private);
  expect(message.texts.join()).toContain('Missing: Work email.');
});

it('shows in a dry run what comes of the last ten events, and keeps no more', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, rows, clock } = office;
  const { post, id } = await withSource(office);
  for (let number = 0; number < 11; number += 1)
    await post({ ...ada, id: `P-${number}`, start: '04/05/2031' });
  await post([
    { ...ada, id: 'P-x', email: 'sofia.lindqvist@acme.example' },
    { ...ada, id: 'P-y', first: 'Ben' },
  ]);
  await expect.poll(async () => (await rows('starter_events')).length).toBe(10);
  await ines.openFromHome('New hire sources');
  await ines.open('Open', 'Source');
  await ines.open('Dry run', 'Dry run');
  const page = ines.pageText();
  expect(page.match(/Event Mon 3 Mar/g)).toHaveLength(10);
  expect(page).toContain('Ada Park · sofia.lindqvist@acme.example · Starts Mon 17 Mar');
  expect(page).toContain('Already an employee.');
  expect(page).toContain('Ben Park · ada@acme.example');
  expect(page).toContain('Missing: Start day.');
  expect(JSON.stringify(await rows('starter_events'))).not.toContain('Park');
  const forgotten = async () => {
    clock.moveBy(86_400_000);
    return (await rows('starter_events')).length;
  };
  await expect.poll(forgotten, { interval: 20, timeout: 10_000 }).toBe(0);
  expect(id).toMatch(/^S-/);
});

it('stops taking an old secret, and everything of a source that was removed', async ({ open }) => {
  const office = await open({ at: begin });
  const { ines, grace, rows } = office;
  const { post, send } = await withSource(office);
  await ines.openFromHome('New hire sources');
  await ines.open('Open', 'Source');
  await ines.press('New secret', { confirm: true });
  const [secret = ''] = /whsec_\S+/.exec((await ines.untilView('Secret')).texts.join('\n')) ?? [];
  expect(await post(ada)).toBe(401);
  expect((await send(ada, { authorization: `Bearer ${secret}` })).status).toBe(202);
  await ines.untilMessage('From Personio: Ada Park', channels.private);
  await grace.openFromHome('New hire sources');
  await grace.open('Open', 'Source');
  await ines.open('Source', 'Source');
  await ines.pressUntil('Remove', 'Removed: Personio.', { confirm: true });
  await grace.submitUntil('This source was removed.', { 'Address to read': 'https://acme.example/' });
  expect((await send(ada, { authorization: `Bearer ${secret}` })).status).toBe(404);
  expect([...(await rows('starter_sources')), ...(await rows('starter_events'))]).toEqual([]);
  await ines.visitHome('From Personio: Ada Park');
});

it.for(Object.entries(payloads))(
  'reads the documented payload of %s',
  async ([preset, { body, shown, said }], { open }) => {
    const office = await open({ at: begin });
    const { ines } = office;
    const { name, mapping } = presets[preset as keyof typeof presets];
    const { post } = await withSource(office, mapping, name);
    expect(await post(body)).toBe(202);
    await ines.untilMessage(`From ${name}: ${shown}`, channels.private);
    await ines.open('Take it', 'New hire');
    expect(ines.values()).toMatchObject(said);
  },
);

it('reads an address every fifteen minutes, and stores only what has changed', async ({ open, cleanup }) => {
  let people: unknown = [ada];
  let [count, status] = [0, 200];
  const address = await serverThat(cleanup, (_request, response) => {
    count += 1;
    response.writeHead(status, { location: '/elsewhere' }).end(JSON.stringify({ people }));
  });
  const office = await open({ at: begin, env: { FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True' } });
  const { ines, bot, start, environment, clock, rows } = office;
  await withSource(office);
  await ines.openFromHome('New hire sources');
  await ines.open('Open', 'Source');
  await ines.submit({ 'Address to read': 'http://intranet.example/people' });
  expect(Object.values(ines.view().errors)).toEqual(['Use https://.']);
  await ines.submitUntil('Saved.', { 'Address to read': `${address}/people?all=1` });
  const look = async (fits: () => boolean) => {
    const later = () => {
      clock.moveBy(61_000);
      return fits();
    };
    await expect.poll(later, { interval: 20 }).toBe(true);
  };
  await look(() => count === 1);
  await ines.untilMessage('From Personio: Ada Park', channels.private);
  await look(() => count >= 3);
  expect(await rows('starter_events')).toHaveLength(1);
  people = [{ ...ada, start: '2031-03-18' }];
  await look(() => count >= 4);
  await ines.untilMessage('starts Tue 18 Mar', channels.private);
  status = 302;
  await look(() => count >= 6);
  await ines.openSettings();
  await ines.open('New hire sources');
  await ines.untilPage('The address can’t be read: status 302.');
  // A private network isn't read without being allowed.
  await bot.stop();
  Object.assign(environment, { FRONTDESK_EVENTS_ALLOW_PRIVATE: '' });
  await start();
  status = 200;
  const before = count;
  clock.moveBy(20 * 60_000);
  await look(() => count > before || clock.now().toISOString() > '2031-03-03T18:00');
  expect(count).toBe(before);
  await ines.openSettings();
  await ines.open('New hire sources');
  await ines.untilPage('The address can’t be read: no answer.');
  await ines.open('Open', 'Source');
  await ines.submit({ 'Address to read': `${address}/people` });
  expect(Object.values(ines.view().errors)[0]).toContain('Private network.');
});

it('takes a file from the command line, and manages sources there', async ({ open, cleanup }) => {
  const office = await open({ at: begin });
  const { ines, environment, clock, rows } = office;
  const run = (...args: string[]) => runHere(['starters', ...args], environment);
  expect((await run('list')).said).toContain('No sources');
  const added = (await run('add', 'Personio', '--preset', 'personio')).said;
  const [id = ''] = /S-\w+/.exec(added) ?? [];
  expect(added).toContain('whsec_');
  expect(String((await run('add', 'personio')).failure)).toContain('called personio already');
  const file = join(temporaryFolder(cleanup), 'starters.json');
  const push = async (content: string, source = 'Personio') => {
    writeFileSync(file, content);
    return run('push', source, file);
  };
  expect(String((await push('[{"id": 1}]')).failure)).toContain('has an id at /attributes/id/value');
  expect(String((await push('{')).failure)).toContain('isn’t JSON. Nothing was stored.');
  expect(String((await push('[]', 'Other')).failure)).toContain('There is no source Other');
  expect((await push(JSON.stringify(payloads.personio.body.data))).said).toContain('Stored.');
  clock.moveBy(16_000);
  await ines.untilMessage('From Personio: Ada Park', channels.private);
  expect((await run('list')).said).toBe(`${id}  Personio`);
  const before = JSON.stringify(await rows('starter_sources'));
  expect((await runHere(['token', 'rotate-key'], environment)).failure).toBeUndefined();
  expect(JSON.stringify(await rows('starter_sources'))).not.toBe(before);
  expect((await run('list')).said).toBe(`${id}  Personio`);
  expect((await run('remove', id)).said).toContain('was removed');
  expect(String((await run('remove', id)).failure)).toContain('There is no source');
});
