import { expect } from 'vitest';
import { startDemo } from '../../src/commands/demo.ts';
import { openOperator } from '../../src/service/operator.ts';
import { testClock } from '../clock.ts';
import { Person } from '../driver/person.ts';
import { type Cleanup, firstStart, releasedService, temporaryFolder } from './office.ts';
import { channels, it, type Open, onPostgres } from './world.ts';

const speed = 50;

function newCompany(open: Open, cleanup: Cleanup, more: Record<string, string> = {}) {
  return open({ ...firstStart(cleanup, more), clock: testClock({ speed }) });
}

const stepIs = (title: string, state: string) => new RegExp(`\\*?${title}\\*? · ${state}`);

/**
 * Retries the submit, since a busy machine may answer later than Slack waits. The clock runs at wall speed while the
 * form waits for its answer, and fast afterwards.
 */
async function submit({ ines, clock }: Awaited<ReturnType<typeof newCompany>>): Promise<void> {
  clock.runAt(1);
  await expect.poll(async () => (await ines.submit()).outcome).toMatch(/closed|updated|done|pushed/);
  clock.runAt(speed);
  clock.moveBy(1_000);
  await ines.closeAll();
}

it('leads an admin from first start to working onboarding, and is then gone', async ({ open, cleanup }) => {
  const office = await newCompany(open, cleanup);
  const { ines } = office;
  await ines.visitHome(stepIs('People', 'To do'));
  const first = ines.homeText();
  expect(first).toContain('1 of 5 done');
  expect(first).toContain('Only workspace owners and admins have access');
  expect(first).toMatch(stepIs('Onboarding service', 'Done'));
  expect(first).toContain('The built-in one.');
  for (const title of ['Access', 'Sequences', 'Channels']) expect(first).toMatch(stepIs(title, 'To do'));

  await ines.open('Choose people', 'Access');
  await ines.fill({
    'HR: people': ['Ines Duarte', 'Grace Muthoni'],
    'Managers: people': ['Marcus Oyelaran'],
  });
  await submit(office);
  await ines.untilHome(stepIs('Access', 'Done'));
  expect(ines.homeText()).toContain('HR: 2 people. Managers: 1 person.');

  await ines.open('Choose channels', 'Channels');
  await ines.fill({ 'New hire channels': ['new-hires'], 'Private HR channel': 'people-ops' });
  await submit(office);
  await ines.untilHome(stepIs('Channels', 'Done'));

  await ines.untilHome('Import them from Slack.');
  await ines.open('Import from Slack');
  await ines.until(() => ines.view().submit === 'Import');
  await submit(office);
  await ines.untilHome(stepIs('People', 'Done'));
  expect(ines.homeText()).toContain('5 people.');

  await ines.open('Choose starters', 'Starters');
  await ines.until(() => ines.view().submit === 'Add');
  await ines.fill({ Onboarding: ['First week'] });
  await submit(office);
  await ines.until(() => !ines.homeText().includes('of 5 done'));
  expect(ines.home()?.buttons).not.toContain('Skip');
  await ines.openFromHome('Setup');
  expect(ines.pageText()).toMatch(stepIs('Sequences', 'Done'));
  expect(ines.pageText()).toContain('1 for onboarding, 0 for offboarding.');
});

it('says which variables have done a step, and has no button for it', async ({ open }) => {
  const { ines } = await open();
  await ines.openFromHome('Setup');
  await ines.untilPage('Everything is set up');
  const shown = ines.pageText();
  expect(shown).toContain('Set in FRONTDESK_HR and FRONTDESK_MANAGERS.');
  expect(shown).toContain('Set in ONBOARDING_URL and ONBOARDING_API_TOKEN.');
  expect(shown).toContain('Set in FRONTDESK_CHANNELS and FRONTDESK_PRIVATE_CHANNEL.');
  const own = ['Choose people', 'Choose channels', 'Connect service', 'Connect another service'];
  expect(ines.view().buttons.filter((button) => own.includes(button))).toEqual([]);
});

it('is for HR alone, lets them skip steps, is then gone but for “Settings”, and comes back for all', async ({
  open,
  cleanup,
}) => {
  const access = { FRONTDESK_HR: 'U0INES,U0GRACE', FRONTDESK_MANAGERS: 'U0MARCUS' };
  const { ines, grace, marcus, sofia } = await newCompany(open, cleanup, access);
  for (const person of [marcus, sofia]) {
    await person.openHome();
    await person.until(() => person.home());
    expect(`${person.homeText()}${person.home()?.buttons}`).not.toMatch(/Setup|Skip|of 5 done/);
  }
  await ines.visitHome(stepIs('Channels', 'To do'));
  await grace.visitHome(stepIs('Channels', 'To do'));
  await grace.pressSpoken('Skip: Channels');
  await ines.untilHome(/Channels.*Skipped by <@U0GRACE>/);
  for (const title of ['People', 'Sequences']) {
    await ines.pressSpoken(`Skip: ${title}`);
    await ines.until(() => !stepIs(title, 'To do').test(ines.homeText()));
  }
  await ines.until(() => !ines.homeText().includes('of 5 done'));
  expect(ines.homeText()).not.toContain('Channels · ');
  await ines.openFromHome('Setup');
  await ines.untilPage('Everything is set up or skipped.');
  await ines.press('Put back');
  await ines.untilPage('4 of 5 done');
  await grace.untilHome('4 of 5 done');
});

it('asks for the token an address lacks, and calls nothing missing before', async ({ open, cleanup }) => {
  const service = await releasedService(cleanup);
  const options = { service, env: { ONBOARDING_API_TOKEN: '' }, waitForMenus: false };
  const { ines } = await open(options);
  await ines.visitHome(stepIs('Onboarding service', 'To do'));
  const shown = ines.homeText();
  expect(shown).toContain('ONBOARDING_URL is set');
  for (const title of ['People', 'Sequences']) expect(shown).toMatch(stepIs(title, 'Not known yet'));
  expect(shown).not.toMatch(/has no people yet|No sequences/);
  await ines.open('Connect service', 'Onboarding service');
});

it('offers and counts Frontdesk’s own account nowhere, and says what is so with another service', async ({
  open,
  cleanup,
}) => {
  const first = firstStart(cleanup);
  const { ines, bot } = await open(first);
  const operator = openOperator(first.env.SERVICE_DATABASE_URL);
  cleanup.later(operator.close);
  await operator.addUser({ first_name: 'Frida', last_name: 'Low', email: 'frida@acme.example', role: 3 });
  await bot.directory.refresh();
  await ines.open('/newhire');
  const { options } = await ines.options('Manager', 'fr');
  expect(options).toEqual(['Frida Low']);
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage('1 employee and 0 sequences', channels.general);
  await ines.closeAll();

  const service = await releasedService(cleanup);
  await ines.visitHome('The built-in one');
  await ines.open('Connect another service', 'Onboarding service');
  await ines.submitUntil('It works', { Address: service.url, 'Admin token': service.token });
  await ines.closeAll();
  await ines.untilHome(stepIs('Channels', 'To do'));
  await ines.untilHome(`Connected to ${service.url}.`);
  expect(ines.homeText()).not.toContain('built-in');
});

it('does not stand in the way in the demo, whose company has had Frontdesk for long', async ({ cleanup }) => {
  const folder = temporaryFolder(cleanup);
  const demo = await startDemo({ folder, fresh: true, port: 0, say: () => undefined });
  cleanup.later(demo.stop);
  const ines = new Person('U0INES', demo.sandbox.client('U0INES'));
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Settings'));
  expect(ines.homeText()).not.toContain('of 5 done');
});

onPostgres('shows on every replica what was skipped on another', async ({ open, cleanup, postgres }) => {
  const first = firstStart(cleanup, { FRONTDESK_HR: 'U0INES,U0GRACE', DATABASE_URL: postgres });
  const { ines, grace, sandbox, bot, start } = await open({
    ...first,
    mode: 'http',
    clock: testClock({ speed }),
  });
  await ines.visitHome(stepIs('Channels', 'To do'));
  const second = await start();
  expect(second.url).not.toBe(bot.url);
  await grace.visitHome(stepIs('Channels', 'To do'));
  await grace.pressSpoken('Skip: Channels');
  await ines.untilHome(/Channels.*Skipped by/);
  sandbox.setRequestUrl(`${bot.url}/slack/events`);
  await ines.pressSpoken('Put back: Channels');
  await grace.untilHome(stepIs('Channels', 'To do'));
});
