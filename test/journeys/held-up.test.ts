import { expect } from 'vitest';
import { type TestClock, testClock } from '../clock.ts';
import { type Cleanup, channels, releasedService } from './office.ts';
import { behindProxy, inWhole, it, switchable, type World } from './world.ts';

type Held = Pick<World, 'ines' | 'hire'>;

const people = ['Jane', 'John', 'Joan'];
const day = 86_400_000;
const refused = 'no longer accepts Frontdesk’s admin token';
const back = 'accepts requests again';

const add = ({ hire }: Held, name = 'Jane') =>
  hire({ name: `${name} Doe`, fields: {}, page: 'Request saved' });

/** A released deployment that answers the first creation with 429, in the API's own words with `body`. */
function impatient(retryAfter: string, clock: TestClock, body = '') {
  return async (cleanup: Cleanup) => {
    const asked: number[] = [];
    const headers = { 'retry-after': retryAfter };
    const service = await behindProxy(cleanup, releasedService, (method, path) => {
      if (method !== 'POST' || path !== '/api/users/') return undefined;
      const count = asked.push(clock.now().getTime());
      return count > 1 ? undefined : { when: 'before', answer: { status: 429, body, headers } };
    });
    return { ...service, asked };
  };
}

/** The API's own wording, which proves that nothing was done. */
const throttled = '{"detail":"Request was throttled."}';

function told({ sandbox }: Pick<World, 'sandbox'>) {
  return sandbox.messages(channels.private).map(({ text }) => text);
}

it('waits while the API is switched off, and goes on by itself when it is on again', async ({ open }) => {
  const office = await open({ service: switchable, clock: testClock({ speed: 30 }) });
  const { ines, service } = office;
  service.isOff(true);
  for (const name of people) await add(office, name);
  await ines.untilMessage('switched off', channels.private);
  expect(told(office)).toHaveLength(1);
  service.isOff(false);
  for (const name of people) await ines.untilMessage(new RegExp(`${name} Doe (is in|has been added)`));
  const expected = [expect.stringContaining('switched off'), expect.stringContaining(back)];
  await expect.poll(() => told(office)).toEqual(expected);
});

inWhole('shows the second trouble that follows a first, of which HR was told once', async ({ open }) => {
  const office = await open({ service: switchable, clock: testClock({ speed: 30 }) });
  const { ines, service } = office;
  service.spoilToken(service.token, 'removed');
  await add(office);
  await ines.visitHome(refused);
  await ines.open('Try again', 'Frontdesk');
  expect(ines.pageText()).toContain('Frontdesk is trying again. Your request stays saved.');
  await ines.close();
  service.isOff(true);
  await ines.untilHome('switched off');
  service.allowToken(service.token);
  service.isOff(false);
  await ines.untilMessage('Jane Doe has been added');
  await ines.untilMessage(back, channels.private);
  expect(told(office)).toEqual([expect.stringContaining(refused), expect.stringContaining(back)]);
});

it('tells HR once of a service that comes and goes, and that it’s back when it stays', async ({ open }) => {
  const office = await open({ service: switchable });
  const { ines, bot, clock, service } = office;
  for (const name of people) {
    service.isOff(true);
    await add(office, name);
    await ines.until(() => bot.ledger.outage());
    service.isOff(false);
    const outage = () => {
      clock.moveBy(5_000);
      return bot.ledger.outage();
    };
    await expect.poll(outage).toBeUndefined();
    await ines.untilMessage(`${name} Doe has been added`);
  }
  expect(told(office)).toEqual([expect.stringContaining('switched off')]);
  clock.moveBy(61_000);
  await ines.untilMessage(back, channels.private);
  expect(told(office)).toHaveLength(2);
});

it('goes on as soon as another token is stored in App Home, though the form is closed', async ({ open }) => {
  const env = { ONBOARDING_API_TOKEN: '' };
  const clock = testClock({ speed: 10 });
  const office = await open({ service: releasedService, env, waitForMenus: false, clock });
  const { ines, bot, sandbox, service, connect } = office;
  await connect({ 'Admin token': service.token });
  service.spoilToken(service.token, 'removed');
  await add(office);
  await ines.untilMessage(refused, channels.private);
  await ines.untilHome('admin token');
  expect(await bot.ledger.list(5)).toMatchObject([{ state: 'pending' }]);
  service.allowToken('n'.repeat(40));
  await connect({ 'Admin token': 'n'.repeat(40) });
  await ines.untilMessage('Jane Doe has been added');
  await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  expect(service.employees().filter(({ email }) => email === 'jane@acme.example')).toHaveLength(1);
});

it('waits as long as the service asks with Retry-After', async ({ open }) => {
  const clock = testClock({ speed: 30 });
  const office = await open({ service: impatient('90', clock), clock });
  await add(office);
  await office.ines.untilMessage('Jane Doe has been added');
  const [first = 0, second = 0] = office.service.asked;
  expect(second - first).toBeGreaterThanOrEqual(90_000);
});

inWhole.for([
  ['a day', String(86_400)],
  ['longer than there is time', `1${'0'.repeat(30)}`],
  ['a number without end', '9'.repeat(400)],
  ['less than nothing', '-5'],
  ['nothing that can be read', 'soon'],
  ['a date in ten years', new Date(Date.now() + 10 * 365 * day).toUTCString()],
  ['a date that was', new Date(0).toUTCString()],
] as const)('waits five minutes at the most where Retry-After says %s', async ([, retryAfter], { open }) => {
  const clock = testClock({ speed: 120 });
  const office = await open({ service: impatient(retryAfter, clock, throttled), clock });
  await add(office);
  await office.ines.untilMessage('Jane Doe has been added');
  const [first = 0, second = 0] = office.service.asked;
  // Five minutes take 2.5 seconds here; the rest is for a busy machine.
  expect(second - first).toBeLessThan(3_600_000);
});

it('looks at once when “Try again” is pressed, though the service asked to wait for a day', async ({
  open,
}) => {
  const clock = testClock();
  const office = await open({ service: impatient('86400', clock, throttled), clock });
  await add(office);
  await office.ines.pressInHome('Try again');
  await office.ines.untilMessage('Jane Doe has been added');
  expect(office.service.asked).toHaveLength(2);
});

async function janeWhileLimited({ ines, sandbox, rows }: Pick<World, 'ines' | 'sandbox' | 'rows'>) {
  sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: day, times: 1_000 });
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.submitAndAgree();
  // On a busy machine the request is saved before the service answers.
  await ines.untilPage(/has been added|is adding/);
  await ines.closeAll();
  const waits = (row: Record<string, unknown>) => row.state === 'pending' && Number(row.attempts) > 0;
  await expect.poll(async () => (await rows('messages')).some(waits)).toBe(true);
  sandbox.clearFaults();
}

inWhole(
  'sends at once when “Try again” is pressed, though Slack asked to wait for a day',
  async ({ open }) => {
    const office = await open({ service: releasedService });
    const { ines, service } = office;
    await janeWhileLimited(office);
    service.spoilToken(service.token, 'removed');
    await add(office, 'Joan');
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Try again'));
    expect(office.sandbox.messages(channels.hires)).toEqual([]);
    await ines.press('Try again');
    await ines.untilMessage('Jane Doe joins', channels.hires);
  },
);

inWhole('brings a message by itself, though Slack asked to wait for a day', async ({ open }) => {
  const office = await open({ service: releasedService, clock: testClock({ speed: 30 }) });
  await janeWhileLimited(office);
  await office.ines.untilMessage('Jane Doe joins', channels.hires);
});
