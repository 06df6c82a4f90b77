import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';
import { some } from '../faults/trials.ts';
import { onPostgres } from '../postgres.ts';
import { addedElsewhere, ourService, releasedService, type Service } from './office.ts';
import { channels, it } from './world.ts';

const jane = { fields: {}, page: 'New hire added' };

async function managers(person: Person, query: string): Promise<string> {
  await person.open('/newhire');
  return JSON.stringify(await person.options('Manager', query));
}

const services = [
  ['ours', ourService],
  ['a released one', releasedService],
] as const;
it.for(some(services, 1))(
  'has a hire in the menus the moment they are made, and once (service: %s)',
  async (row, { open }) => {
    const [, service] = row;
    const { ines, bot, hire } = await open<Service>({ service });
    await hire(jane);
    expect(await managers(ines, 'jane d')).toContain('Jane Doe');
    await bot.directory.refresh();
    const { options } = await ines.options('Manager', 'jane d');
    expect(options.filter((name) => name.includes('Jane Doe'))).toHaveLength(1);
  },
);

it('finds who was added elsewhere a moment ago, without asking the service again and again', async ({
  open,
}) => {
  const { ines, clock, service } = await open({ service: releasedService });
  expect(await managers(ines, 'joan')).not.toContain('Joan');
  service.allowToken('others');
  await addedElsewhere({ url: service.url, token: 'others' });
  const asked = () => service.requests.filter(({ path }) => path === '/api/employees/').length;
  const before = asked();
  for (let time = 0; time < 5; time += 1) await ines.options('Manager', `nobody ${time}`);
  expect(asked() - before).toBeLessThanOrEqual(1);
  // An empty search asks the service again only after five seconds.
  clock.moveBy(5_000);
  const found = () => ines.options('Manager', 'joan').then(JSON.stringify);
  await expect.poll(found, { interval: 500 }).toContain('Joan Roe');
});

it('answers in time though the service does not, and says how old its memory is', async ({ open }) => {
  const { ines, clock, service } = await open({ service: releasedService });
  expect(await managers(ines, 'ines')).not.toContain('ago');
  service.setLatency(60_000);
  clock.jump(3 * 3_600_000);
  expect(await managers(ines, 'ines')).toContain('as of 3 hours ago');
  expect(await managers(ines, 'ines')).toContain('Ines Duarte');
  expect(await managers(ines, 'nobody at all')).not.toContain('did not respond');
});

it('says in the status of what time its numbers are, and that nothing was read yet', async ({ open }) => {
  const { ines, bot, service } = await open({
    service: async (cleanup) => {
      const refusing = await releasedService(cleanup);
      refusing.spoilToken(refusing.token, 'removed');
      return refusing;
    },
    waitForMenus: false,
  });
  const status = async (words: string | RegExp) => {
    await bot.directory.refresh();
    await ines.command('/frontdesk status', { channel: channels.general });
    return ines.untilMessage(words, channels.general);
  };
  await status('haven’t loaded yet');
  service.allowToken(service.token);
  await status('connected to the onboarding service.');
  const { readAt = 0 } = bot.directory.asRead() ?? {};
  service.spoilToken(service.token, 'removed');
  const told = await status(/no longer accepts[\s\S]*employees and 3 sequences, as of /);
  expect(told.text).toContain(new Date(readAt).toISOString().slice(0, 10));
});

onPostgres((fresh) => {
  it('has a hire that another replica made in the menus at once', async ({ open }) => {
    const { url } = await fresh();
    const office = await open({ mode: 'http', env: { DATABASE_URL: url } });
    const { ines, bot, sandbox, start } = office;
    const second = await start();
    await second.directory.refresh();
    sandbox.setRequestUrl(`${bot.url}/slack/events`);
    await office.hire(jane);
    await expect.poll(async () => (await bot.ledger.list(1))[0]?.state).toBe('done');
    sandbox.setRequestUrl(`${second.url}/slack/events`);
    expect(await managers(ines, 'jane d')).toContain('Jane Doe');
  });
});
