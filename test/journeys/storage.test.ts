import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { onEachDatabase } from '../postgres.ts';
import { type Cleanup, releasedService, temporaryFolder } from './office.ts';
import { runFrontdesk, runHere } from './program.ts';
import { it, type Open } from './world.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

async function usedDatabase(open: Open, cleanup: Cleanup, extra: Record<string, string> = {}) {
  const run = (args: string[], given: Record<string, string>, input = '') =>
    runFrontdesk(cleanup, args, given, { input });
  const service = await releasedService(cleanup);
  const database = `sqlite:${join(temporaryFolder(cleanup), 'frontdesk.db')}`;
  const storage = { DATABASE_URL: database, ONBOARDING_URL: service.url, ...extra };
  expect((await run(['token', 'set'], storage, service.token)).code).toBe(0);
  const env = { ...storage, ONBOARDING_API_TOKEN: '' };
  const office = await open({ service, env });
  await office.hire({ on: '2999-01-01', fields: {} });
  return {
    run,
    service,
    storage,
    env,
    office,
    keyFile: database.replace('sqlite:', '').replace('.db', '.key'),
  };
}

it('exports the audit log as CSV and as JSON lines, by person, kind and time', async ({ open, cleanup }) => {
  const { storage, office, service } = await usedDatabase(open, cleanup);
  const exported = async (...args: string[]) => {
    const { said, failure } = await runHere(['audit', 'export', '--kind', 'newhire', ...args], storage);
    expect(failure).toBeUndefined();
    return said;
  };
  const csv = (await exported()).trim().split('\n');
  expect(csv[0]).toBe('at,request,kind,subject,name,requester,actor,what,detail');
  expect(csv.slice(1).map((line) => line.split(',')[7])).toEqual(['accepted', 'delivering', 'done']);
  const [first] = (await exported('--format', 'jsonl', '--person', 'jane doe')).trim().split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    kind: 'newhire',
    subject: 'jane@acme.example',
    name: 'Jane Doe',
    requester: 'U0INES',
    actor: 'U0INES',
    what: 'accepted',
    detail: { role: 'New hire' },
  });
  const connected = await exported('--kind', 'connection');
  expect(connected).toMatch(/,cli,connection changed,"?url before: none, url after: http:/);
  expect(connected).not.toContain(service.token);
  for (const [steps, ...filter] of [
    [3, '--kind', 'newhire'],
    [3, '--person', 'JANE@acme.example'],
    [3, '--person', 'U0INES'],
    [3, '--since', '2020-01-01', '--until', '2999-01-01T00:00:00Z'],
    [0, '--kind', 'offboarding'],
    [0, '--person', 'jane'.repeat(3)],
    [0, '--since', '2999-01-01'],
    [0, '--until', '2000-01-01T00:00:00Z'],
  ] as const)
    expect((await exported(...filter)).trim().split('\n')).toHaveLength(1 + steps);
  await office.bot.stop();
});

it.for([
  [['audit', 'export'], 'Nothing was exported.'],
  [['token', 'show'], 'No token is saved.'],
  [['token', 'remove'], 'No token was saved.'],
  [['token', 'rotate-key'], 'No token is saved.'],
  [['service', 'user', 'list'], 'Run "service migrate" first.'],
  [['service', 'sequence', 'list'], 'Run "service migrate" first.'],
  [['service', 'token', 'create', 'ada@acme.example'], 'Run "service migrate" first.'],
] as const)('%j makes no database on an empty machine', async ([args, sentence], { cleanup }) => {
  const folder = temporaryFolder(cleanup);
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'data', 'frontdesk.db')}`,
    SERVICE_DATABASE_URL: `sqlite:${join(folder, 'data', 'service.db')}`,
  };
  const { said, failure } = await runHere([...args], env);
  expect(failure instanceof Error ? failure.message : said).toContain(sentence);
  expect(readdirSync(folder)).toEqual([]);
});

it('takes no date that there is not for one of the audit log', async ({ cleanup }) => {
  for (const since of ['2026-02-31', '2026-02-31T08:00:00Z', 'soon']) {
    const { code, err } = await runFrontdesk(cleanup, ['audit', 'export', '--since', since], {});
    expect([code, err]).toEqual([2, expect.stringContaining('Use a day such as 2026-01-31')]);
  }
});

it('token rotate-key replaces a running bot’s key, and the token still works', async ({ open, cleanup }) => {
  const { run, storage, office, service, keyFile } = await usedDatabase(open, cleanup);
  const before = readFileSync(keyFile, 'utf8');
  const { code, out } = await run(['token', 'rotate-key'], storage);
  expect([code, out]).toEqual([0, expect.stringContaining('encrypted with the new key')]);
  expect(readFileSync(keyFile, 'utf8')).not.toBe(before);
  expect(readFileSync(keyFile, 'utf8').trim().split('\n')).toHaveLength(1);
  await office.bot.stop();
  const again = await office.start();
  await again.directory.refresh();
  expect(again.directory.trouble()).toBeUndefined();
  expect(out).not.toContain(service.token);
});

it('token rotate-key takes a new FRONTDESK_SECRET in place of the old one', async ({ open, cleanup }) => {
  const { run, storage, office } = await usedDatabase(open, cleanup, { FRONTDESK_SECRET: 'o'.repeat(32) });
  await office.bot.stop();
  expect((await run(['token', 'rotate-key'], storage, 'short')).code).toBe(1);
  expect((await run(['token', 'rotate-key'], storage, 'n'.repeat(32))).code).toBe(0);
  const wrong = await run(['token', 'rotate-key'], storage, 'x'.repeat(32));
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Save it again')]);
  const next = { ...storage, FRONTDESK_SECRET: 'n'.repeat(32) };
  expect((await run(['token', 'rotate-key'], next, 'm'.repeat(32))).code).toBe(0);
});

it('says so of a database without its key, and all but sending works', async ({ open, cleanup }) => {
  const { run, office, keyFile, storage, service } = await usedDatabase(open, cleanup);
  await office.bot.stop();
  rmSync(keyFile);
  const bot = await office.start();
  const ready = await fetch(`${bot.url}/readyz`);
  const heldUp = { status: 'held up', trouble: expect.stringContaining('Save it again') };
  expect([ready.status, await ready.json()]).toEqual([200, heldUp]);
  await office.ines.open('/newhire John Roe john@acme.example 2999-01-01');
  await office.ines.send('Request saved');
  expect((await run(['token', 'set'], storage, service.token)).code).toBe(0);
  expect(existsSync(keyFile)).toBe(true);
});

onEachDatabase((fresh) => {
  it('migrate-database moves everything, unless a process uses either', async ({ open, cleanup }) => {
    const secret = { FRONTDESK_SECRET: 's'.repeat(32) };
    const { run, office, storage, env } = await usedDatabase(open, cleanup, secret);
    const target = await fresh();
    const args = ['migrate-database', '--from', storage.DATABASE_URL, '--to', target.url];
    const refused = await run(args, {});
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Another process uses')]);
    await office.bot.stop();
    const moved = await run(args, {});
    expect([moved.code, moved.err]).toEqual([0, '']);
    expect(moved.out).toContain('requests: 1');
    const twice = await run(args, {});
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('is not empty')]);

    Object.assign(office.environment, env, { DATABASE_URL: target.url });
    const bot = await office.start();
    await bot.directory.refresh();
    expect(bot.directory.trouble()).toBeUndefined();
    expect(await bot.ledger.list(10)).toEqual([
      expect.objectContaining({ subject: 'jane@acme.example', state: 'done' }),
    ]);
    await office.ines.open('/newhire John Roe john@acme.example 2999-01-01');
    await office.ines.send('New hire added');
    const back = ['migrate-database', '--from', target.url, '--to', storage.DATABASE_URL];
    for (const way of [back, args]) expect((await run(way, {})).err).toContain('Another process uses');
  });
});
