import { createServer, type ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { newWebhookSecret } from '../../src/bot/webhooks/signature.ts';
import type { Person } from '../driver/person.ts';
import { listening } from '../listening.ts';
import type { Cleanup } from './office.ts';
import { runHere } from './program.ts';
import { addWebhook, shownSecret, startReceiver, webhookForm } from './receiver.ts';
import { finishAll, withKit, withTasks } from './task-office.ts';
import { it } from './world.ts';

const env = { FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True' };
const minute = 60_000;

async function edit(person: Person) {
  await person.openFromHome('Webhooks');
  await person.open('Edit', 'Webhook');
}

/** Opens the list until it has this answer. */
async function answered(person: Person, answer: string) {
  const look = async () => {
    await person.openFromHome('Webhooks');
    return person.pageText();
  };
  await expect.poll(look).toContain(answer);
}

it('refuses what can’t be right at its field, and keeps what was entered', async ({ open }) => {
  const { ines } = await open();
  const mistakes: [string, Record<string, string[]>, string, string][] = [
    ['it.acme.com', {}, 'Address', 'Enter a full address'],
    ['http://it.acme.com', {}, 'Address', 'Use https://.'],
    ['https://127.0.0.1:8443', {}, 'Address', 'Private network.'],
    ['https://10.1.2.3/', {}, 'Address', 'Private network.'],
    ['https://it.acme.com', { Starts: [] }, 'Starts', 'Choose at least one event.'],
  ];
  for (const [url, fields, field, sentence] of mistakes) {
    await webhookForm(ines, url, fields);
    expect((await ines.submit()).outcome).toBe('errors');
    expect(ines.view().errors[field]).toContain(sentence);
    expect(ines.values().Address).toBe(url);
  }
});

it('sends to no private network, whatever a name leads to or was allowed before', async ({
  open,
  cleanup,
}) => {
  const receiver = await startReceiver(cleanup);
  const { ines, bot, start, environment } = await open({ env });
  await addWebhook(ines, receiver.url);
  await bot.stop();
  Object.assign(environment, { FRONTDESK_EVENTS_ALLOW_PRIVATE: '' });
  await start();
  await ines.openFromHome('Webhooks');
  await ines.press('Send a test event');
  await answered(ines, 'test, private network');
  expect(receiver.all).toEqual([]);
});

it('tests a webhook, and shows its latest answers', async ({ open, cleanup }) => {
  const { ines } = await open({ env });
  const receiver = await startReceiver(cleanup);
  await addWebhook(ines, receiver.url);
  await ines.openFromHome('Webhooks');
  await ines.pressUntil('Send a test event', 'Test event');
  await answered(ines, 'test, 204');
  receiver.answers(418);
  await ines.press('Send a test event');
  await answered(ines, 'test, 418');
  expect(ines.pageText()).toMatch(/Failing since .* · 1 waiting/);
  expect(receiver.all.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'test', data: {} },
    { type: 'test', data: {} },
  ]);
});

it('signs with both secrets for a day after a new one was made', async ({ open, cleanup }) => {
  const { ines, hire, clock } = await open({ env });
  const receiver = await startReceiver(cleanup);
  const before = await addWebhook(ines, receiver.url);
  await ines.openFromHome('Webhooks');
  await ines.press('New secret', { confirm: true });
  const after = await shownSecret(ines);
  expect(after).not.toBe(before);
  const signing = async (name: string) => {
    await hire({ name });
    await receiver.until(name, ['hire.added']);
    const event = receiver.taken.at(-1) as never;
    return [before, after].map((secret) => receiver.isSigned(event, secret, clock.now()));
  };
  expect(await signing('Ada Park')).toEqual([true, true]);
  clock.moveBy(25 * 60 * minute);
  expect(await signing('Ben Ito')).toEqual([false, true]);
});

it('lets two people change a webhook, neither unseen by the other', async ({ open, cleanup }) => {
  const { ines, grace, hire } = await open({ env });
  const [old, next] = [await startReceiver(cleanup), await startReceiver(cleanup)];
  await addWebhook(ines, old.url);
  await edit(ines);
  await edit(grace);
  await grace.submitUntil('Saved: ', { Address: next.url });
  await ines.submitUntil('Somebody else changed this webhook', { Starts: ['Start cancelled'] });
  await ines.submitUntil('Saved: ');
  await ines.closeAll();
  await edit(ines);
  expect(ines.values()).toMatchObject({ Address: old.url, Starts: ['Start cancelled'] });
  await grace.pressUntil('Remove', 'Removed: ', { confirm: true });
  await ines.submitUntil('This webhook was removed.', { Address: next.url });
  await ines.untilPage('No webhooks yet.');
  await hire();
  expect([...old.all, ...next.all]).toEqual([]);
});

it('takes webhooks from the command line, in a running Frontdesk at once', async ({ open, cleanup }) => {
  const { ines, hire, environment, bot, start } = await open({
    env: { ...env, FRONTDESK_SECRET: 's'.repeat(40) },
  });
  const receiver = await startReceiver(cleanup);
  const cli = async (...args: string[]) => (await runHere(['webhooks', ...args], environment)).said;
  const refused = async (...args: string[]) =>
    String((await runHere(['webhooks', ...args], environment)).failure);
  expect(await cli('list')).toContain('No webhooks.');
  expect(await refused('add', 'http://it.acme.com')).toContain('Use https://.');
  expect(await refused('add', receiver.url, '--events', 'hire.adde')).toContain(
    'There’s no event hire.adde.',
  );
  const added = await cli('add', receiver.url, '--events', 'hire.added', '--without-names');
  const [id = ''] = /wh_[0-9a-f]+/.exec(added) ?? [];
  const [secret = ''] = /whsec_\S+/.exec(added) ?? [];
  await hire({ name: 'Ada Park' });
  await receiver.until(undefined, ['hire.added']);
  expect(receiver.taken[0]?.body).not.toMatch(/Ada|Park|@/);
  expect(receiver.isSigned(receiver.taken[0] as never, secret, new Date())).toBe(true);
  expect(await cli('list')).toMatch(new RegExp(`^${id}  127\\.0\\.0\\.1:\\d+  hire\\.added  without names$`));
  expect(await cli('list')).not.toContain('whsec_');
  // Another key for what is stored: the secret is still known.
  expect((await runHere(['token', 'rotate-key'], environment, 'n'.repeat(40))).failure).toBeUndefined();
  await bot.stop();
  Object.assign(environment, { FRONTDESK_SECRET: 'n'.repeat(40) });
  await start();
  await hire({ name: 'Ben Ito' });
  await receiver.until(undefined, ['hire.added', 'hire.added']);
  expect(receiver.isSigned(receiver.taken[1] as never, secret, new Date())).toBe(true);
  expect(await cli('secret', id)).toMatch(/^whsec_/);
  expect(await cli('remove', id)).toContain('removed');
  expect(await refused('remove', id)).toContain('There’s no webhook');
  await ines.openFromHome('Webhooks');
  expect(ines.pageText()).toContain('No webhooks yet.');
});

it('takes one from the environment, which nobody changes in App Home', async ({ open, cleanup }) => {
  const receiver = await startReceiver(cleanup);
  const secret = newWebhookSecret();
  const given = { FRONTDESK_EVENTS_URL: receiver.url, FRONTDESK_EVENTS_SECRET: secret };
  const { ines, hire, offboard, bot, start, environment, clock } = await open({ env: { ...env, ...given } });
  await hire({ name: 'Ada Park' });
  await offboard();
  await receiver.until(undefined, ['hire.added']);
  expect(receiver.isSigned(receiver.taken[0] as never, secret, clock.now())).toBe(true);
  await ines.openFromHome('Webhooks');
  expect(ines.pageText()).toContain('Set by your administrator (FRONTDESK_EVENTS_URL).');
  expect(ines.view().buttons).toEqual(['New webhook', 'Send a test event']);
  await bot.stop();
  Object.assign(environment, {
    FRONTDESK_EVENTS: 'offboarding.cancelled',
    FRONTDESK_EVENTS_WITHOUT_NAMES: 'True',
  });
  const again = await start();
  await hire({ name: 'Ben Ito' });
  await again.stop();
  Object.assign(environment, { FRONTDESK_EVENTS_URL: '' });
  await start();
  await ines.openFromHome('Webhooks');
  await ines.untilPage('No webhooks yet.');
  expect(receiver.taken).toHaveLength(1);
});

/** A server that answers badly. */
async function badServer(cleanup: Cleanup, answer: (response: ServerResponse) => void) {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    answer(response);
  });
  const { url } = await listening(cleanup, server);
  return { url, count: () => count };
}

it('bears receivers that redirect, talk without an end, or say nothing', async ({ open, cleanup }) => {
  const { ines, hire, posted } = await open({ env });
  const good = await startReceiver(cleanup);
  const redirecting = await badServer(cleanup, (response) =>
    response.writeHead(307, { location: good.url }).end(),
  );
  const talking = await badServer(cleanup, (response) => {
    response.writeHead(200);
    const talk = () => response.write('x'.repeat(65_536)) && setImmediate(talk);
    response.on('drain', talk);
    talk();
  });
  const silent = await badServer(cleanup, () => {});
  const broken = await badServer(cleanup, (response) => response.socket?.end('HTTP/9.9 what\r\n\r\n'));
  for (const { url } of [redirecting, talking, silent, broken, good]) await addWebhook(ines, url);
  await hire({ name: 'Ada Park' });
  // Neither the good one nor people wait for the others.
  await good.until('Ada Park', ['hire.added']);
  expect(posted('Ada Park').length).toBeGreaterThan(0);
  await expect
    .poll(() => [redirecting, talking, silent, broken].every(({ count }) => count() > 0))
    .toBe(true);
  await ines.openFromHome('Webhooks');
  await expect
    .poll(async () => {
      await ines.openFromHome('Webhooks');
      return ['hire.added, 307', 'hire.added, 200'].every((text) => ines.pageText().includes(text));
    })
    .toBe(true);
  // The redirect was not followed.
  expect(good.all).toHaveLength(1);
});

it('sends no departure that waited when departures were switched off, and no task from before', async ({
  open,
  cleanup,
}) => {
  const { ines, hire, offboard, service, clock } = await open({ ...withTasks(), env });
  const receiver = await startReceiver(cleanup);
  receiver.answers(503);
  await addWebhook(ines, receiver.url, { Departures: ['Offboarding started'] });
  await hire({ fields: withKit });
  await offboard({ on: '2031-03-17' });
  await finishAll(service);
  await expect.poll(() => receiver.all.length).toBeGreaterThan(1);
  await edit(ines);
  await ines.submitUntil('Saved: ', { Departures: [], Tasks: ['Task done'] });
  receiver.answers(204);
  await receiver.until(undefined, ['hire.added'], () => clock.moveBy(10_000));
  for (let count = 0; count < 40; count += 1) {
    clock.moveBy(10_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(receiver.taken.map(({ type }) => type)).toEqual(['hire.added']);
});
