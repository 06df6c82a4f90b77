import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { channels, openOffice, releasedService, serverThat } from './office.ts';
import { pass } from './switchable.ts';

const cleanup = useCleanup();

const people = ['jane', 'john', 'joan'];

function isCreation({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url === '/api/users/';
}

/** Puts a switch in front of a service: while it's off, every address answers 404, like a disabled API. */
async function switchable() {
  const service = await releasedService(cleanup);
  const seen = { isOff: false };
  const url = await serverThat(cleanup, async (request, response) => {
    if (seen.isOff) return void response.writeHead(404).end('<h1>Not Found</h1>');
    await pass(service.url, request, response);
  });
  return { service, url, seen };
}

async function add({ ines }: Awaited<ReturnType<typeof openOffice>>, name: string) {
  await ines.command(`/newhire ${name} Doe ${name}@acme.example 2999-01-01`);
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('Request saved');
  await ines.closeAll();
}

it('waits while the API is switched off, tells HR once, and goes on by itself when it is on again', async () => {
  const { service, url, seen } = await switchable();
  const office = await openOffice(cleanup, {
    service: { url, token: service.token },
    clock: testClock({ speed: 30 }),
  });
  const told = () => office.sandbox.messages(channels.private).map(({ text }) => text);
  seen.isOff = true;
  for (const name of people) await add(office, name);
  await office.ines.untilMessage('switched off', channels.private);
  expect(told()).toHaveLength(1);
  seen.isOff = false;
  for (const name of people)
    await office.ines.untilMessage(new RegExp(`${name} Doe (is in|has been added)`, 'i'));
  await expect
    .poll(told)
    .toEqual([expect.stringContaining('switched off'), expect.stringContaining('accepts requests again')]);
});

inWhole('shows what is wrong now when a second trouble follows the first, and has told HR once', async () => {
  const { service, url, seen } = await switchable();
  const office = await openOffice(cleanup, {
    service: { url, token: service.token },
    clock: testClock({ speed: 30 }),
  });
  const { ines, sandbox } = office;
  const isShown = (words: string) => ines.until(() => ines.home()?.texts.join().includes(words));
  service.spoilToken(service.token, 'removed');
  await add(office, 'jane');
  await ines.openHome();
  await isShown('no longer accepts Frontdesk’s admin token');
  await ines.press('Try again');
  const { texts } = await ines.untilView('Arrivals and departures');
  expect(texts.join()).toContain('Frontdesk is trying again now. Nothing is lost');
  await ines.close();
  seen.isOff = true;
  await isShown('switched off');
  service.allowToken(service.token);
  seen.isOff = false;
  await ines.untilMessage('jane Doe has been added');
  await ines.untilMessage('accepts requests again', channels.private);
  expect(sandbox.messages(channels.private).map(({ text }) => text)).toEqual([
    expect.stringContaining('no longer accepts'),
    expect.stringContaining('accepts requests again'),
  ]);
});

it('tells HR once of a service that comes and goes, and that it’s back when it stays', async () => {
  const { service, url, seen } = await switchable();
  const clock = testClock({ start: '2031-03-03T12:00:00.000Z' });
  const office = await openOffice(cleanup, { service: { url, token: service.token }, clock });
  const { ines, sandbox, bot } = office;
  const told = () => sandbox.messages(channels.private).map(({ text }) => text);
  for (const name of people) {
    seen.isOff = true;
    await add(office, name);
    await ines.until(() => bot.ledger.outage());
    seen.isOff = false;
    const outage = () => {
      clock.moveBy(5_000);
      return bot.ledger.outage();
    };
    await expect.poll(outage).toBeUndefined();
    await ines.untilMessage(`${name} Doe has been added`);
  }
  expect(told()).toEqual([expect.stringContaining('switched off')]);
  clock.moveBy(61_000);
  await ines.untilMessage('accepts requests again', channels.private);
  expect(told()).toHaveLength(2);
});

it('goes on as soon as another token is stored in App Home, and brings the outcome though the form is closed', async () => {
  const service = await releasedService(cleanup);
  const env = { ONBOARDING_API_TOKEN: '' };
  const office = await openOffice(cleanup, {
    service,
    env,
    waitForMenus: false,
    clock: testClock({ speed: 10 }),
  });
  const { ines, bot, sandbox } = office;
  const connect = async (token: string) => {
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Connect'));
    await ines.press('Connect');
    await ines.untilView('Onboarding service');
    await ines.fill({ 'Admin token': token });
    await ines.submit();
    await ines.until(() => ines.view().texts.join().includes('It works'));
    await ines.closeAll();
  };
  await connect(service.token);
  service.spoilToken(service.token, 'removed');
  await add(office, 'jane');
  await ines.untilMessage('no longer accepts Frontdesk’s admin token', channels.private);
  await ines.until(() => ines.home()?.texts.join().includes('admin token'));
  expect(await bot.ledger.list(5)).toMatchObject([{ state: 'pending' }]);
  service.allowToken('n'.repeat(40));
  await connect('n'.repeat(40));
  await ines.untilMessage('jane Doe has been added');
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  expect(service.employees().filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
});

it('waits as long as the service asks with Retry-After', async () => {
  const service = await releasedService(cleanup);
  const asked: number[] = [];
  const clock = testClock({ speed: 30 });
  const url = await serverThat(cleanup, async (request, response) => {
    const isFirst = isCreation(request) && asked.length === 0;
    if (isCreation(request)) asked.push(clock.now().getTime());
    if (isFirst) return void response.writeHead(429, { 'retry-after': '90' }).end();
    await pass(service.url, request, response);
  });
  const office = await openOffice(cleanup, { service: { url, token: service.token }, clock });
  await add(office, 'jane');
  await office.ines.untilMessage('jane Doe has been added');
  const [first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThanOrEqual(90_000);
});

/** The API's own wording, which proves that nothing was done. */
const throttled = '{"detail":"Request was throttled."}';

/** Answers the first creation with 429 and this `Retry-After`. */
async function impatient(retryAfter: string, now: () => number) {
  const service = await releasedService(cleanup);
  const asked: number[] = [];
  const url = await serverThat(cleanup, async (request, response) => {
    const isFirst = isCreation(request) && asked.length === 0;
    if (isCreation(request)) asked.push(now());
    if (isFirst) return void response.writeHead(429, { 'retry-after': retryAfter }).end(throttled);
    await pass(service.url, request, response);
  });
  return { service: { url, token: service.token }, asked };
}

const minute = 60_000;
const day = 86_400_000;

inWhole.each([
  ['a day', String(86_400)],
  ['longer than there is time', `1${'0'.repeat(30)}`],
  ['a number without end', '9'.repeat(400)],
  ['less than nothing', '-5'],
  ['nothing that can be read', 'soon'],
  ['a date in ten years', new Date(Date.now() + 10 * 365 * 86_400_000).toUTCString()],
  ['a date that was', new Date(0).toUTCString()],
])('waits five minutes at the most where Retry-After says %s', async (_what, retryAfter) => {
  const clock = testClock({ speed: 120 });
  const { service, asked } = await impatient(retryAfter, () => clock.now().getTime());
  const office = await openOffice(cleanup, { service, clock });
  await add(office, 'jane');
  await office.ines.untilMessage('jane Doe has been added');
  const [first = 0, second = 0] = asked;
  // Five minutes take 2.5 seconds here; the rest is for a busy machine.
  expect(second - first).toBeLessThan(60 * minute);
});

it('looks at once when “Try again” is pressed, though the service asked to wait for a day', async () => {
  const { service, asked } = await impatient('86400', Date.now);
  const office = await openOffice(cleanup, { service });
  const { ines } = office;
  await add(office, 'jane');
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Try again'));
  await ines.press('Try again');
  await ines.untilMessage('jane Doe has been added');
  expect(asked).toHaveLength(2);
});

inWhole('looks at once when “Try again” is pressed, though Slack asked to wait for a day', async () => {
  const service = await releasedService(cleanup);
  const office = await openOffice(cleanup, { service });
  const { ines, sandbox } = office;
  sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: day });
  await ines.command('/newhire jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await ines.untilView('New hire added');
  await ines.closeAll();
  await expect.poll(() => sandbox.calls('chat.postMessage').length).toBeGreaterThan(0);
  sandbox.clearFaults();
  service.spoilToken(service.token, 'removed');
  await add(office, 'joan');
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Try again'));
  expect(
    ines
      .messages('D0INES')
      .map(({ text }) => text)
      .join(),
  ).not.toContain('jane Doe has been added');
  await ines.press('Try again');
  await ines.untilMessage('jane Doe has been added');
});

inWhole('brings a message though Slack asked to wait for a day, and nobody presses anything', async () => {
  const office = await openOffice(cleanup, {
    service: await releasedService(cleanup),
    clock: testClock({ speed: 120 }),
  });
  const { ines, sandbox } = office;
  sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: day });
  await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.untilView('New hire');
  await ines.submit();
  await expect.poll(() => sandbox.calls('chat.postMessage').length).toBeGreaterThan(0);
  sandbox.clearFaults();
  await ines.untilMessage('Jane Doe has been added');
});
