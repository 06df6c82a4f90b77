import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { channels, type Office, openOffice, ourService, releasedService } from './office.ts';

const cleanup = useCleanup();

async function addJane({ ines }: Office) {
  await ines.open('/newhire Jane Doe jane@acme.example 2999-01-01');
  await ines.send('New hire added');
  await ines.closeAll();
}

async function managers({ ines }: Office, query: string): Promise<string> {
  await ines.open('/newhire');
  return JSON.stringify(await ines.options('Manager', query));
}

it('has a hire in the menus the moment they are made, and offers nobody twice after the list is read again', async () => {
  for (const service of [await ourService(cleanup), await releasedService(cleanup)]) {
    const office = await openOffice(cleanup, { service });
    await addJane(office);
    expect(await managers(office, 'jane d')).toContain('Jane Doe');
    await office.bot.directory.refresh();
    const { options } = await office.ines.options('Manager', 'jane d');
    expect(options.filter((name) => name.includes('Jane Doe'))).toHaveLength(1);
    await office.bot.stop();
  }
});

it('finds in the menus who was added elsewhere a moment ago, and asks the service for nobody again and again', async () => {
  const service = await releasedService(cleanup);
  service.allowToken('o'.repeat(40));
  const clock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service, clock });
  expect(await managers(office, 'elsewhere')).not.toContain('Elsewhere');
  const headers = { authorization: `Token ${'o'.repeat(40)}`, 'content-type': 'application/json' };
  const person = { first_name: 'Ada', last_name: 'Elsewhere', email: 'ada@acme.example', role: 0 };
  await fetch(`${service.url}/api/users/`, { method: 'POST', headers, body: JSON.stringify(person) });
  const asked = () => service.requests.filter(({ path }) => path === '/api/employees/').length;
  const before = asked();
  for (let time = 0; time < 5; time += 1) await office.ines.options('Manager', `nobody ${time}`);
  expect(asked() - before).toBeLessThanOrEqual(1);
  // An empty search asks the service again only after five seconds.
  clock.moveBy(5_000);
  await expect
    .poll(() => office.ines.options('Manager', 'elsewhere').then(JSON.stringify), {
      interval: 500,
    })
    .toContain('Ada Elsewhere');
}, 120_000);

it('answers from memory in time though the service does not answer, and says how old its memory is', async () => {
  const service = await releasedService(cleanup);
  const clock = testClock({ speed: 1 });
  const office = await openOffice(cleanup, { service, clock });
  expect(await managers(office, 'ines')).not.toContain('ago');
  service.setLatency(60_000);
  clock.jump(3 * 3_600_000);
  expect(await managers(office, 'ines')).toContain('as of 3 hours ago');
  expect(await managers(office, 'ines')).toContain('Ines Duarte');
  expect(await managers(office, 'nobody at all')).not.toContain('did not respond');
}, 120_000);

it('says in the status of what time its numbers are, and that nothing was read yet', async () => {
  const service = await releasedService(cleanup);
  service.spoilToken(service.token, 'removed');
  const office = await openOffice(cleanup, { service, waitForMenus: false });
  const { ines, bot } = office;
  await bot.directory.refresh();
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage('haven’t been loaded yet', channels.general);
  service.allowToken(service.token);
  await bot.directory.refresh();
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage('connected to the onboarding service.', channels.general);
  const { readAt = 0 } = bot.directory.asRead() ?? {};
  service.spoilToken(service.token, 'removed');
  await bot.directory.refresh();
  await ines.command('/frontdesk status', { channel: channels.general });
  const told = await ines.untilMessage(
    /no longer accepts[\s\S]*employees and 3 sequences, as of /,
    channels.general,
  );
  expect(told.text).toContain(new Date(readAt).toISOString().slice(0, 10));
});

const title = 'has a hire that another replica made in the menus at once';
if (postgresUrl) {
  it(title, async () => {
    const stored = await freshPostgres();
    cleanup.later(stored.remove);
    const service = await ourService(cleanup);
    const office = await openOffice(cleanup, { mode: 'http', service, env: { DATABASE_URL: stored.url } });
    const second = await office.start();
    await second.directory.refresh();
    office.sandbox.setRequestUrl(`${office.bot.url}/slack/events`);
    await addJane(office);
    const isDone = async () => (await office.bot.ledger.list(1))[0]?.state === 'done';
    await expect.poll(isDone).toBe(true);
    office.sandbox.setRequestUrl(`${second.url}/slack/events`);
    expect(await managers(office, 'jane d')).toContain('Jane Doe');
    expect(second.directory.asRead()?.peopleByEmail.has('jane@acme.example')).toBe(false);
  }, 120_000);
} else if (process.env.TEST_EVERYTHING === '1') {
  it(title, () => expect.fail('TEST_POSTGRES_URL is not set, and TEST_EVERYTHING=1 asks for it.'));
} else {
  it.skip(`${title} (left out: TEST_POSTGRES_URL is not set)`, () => {});
}
