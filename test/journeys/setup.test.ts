import { expect, it } from 'vitest';
import { startDemo } from '../../src/commands/demo.ts';
import { openOperator } from '../../src/service/operator.ts';
import { useCleanup } from '../cleanup.ts';
import { type TestClock, testClock } from '../clock.ts';
import { Person } from '../driver/person.ts';
import { inWhole } from '../faults/trials.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import {
  channels,
  createCleanup,
  openOffice,
  ourService,
  releasedService,
  serverThat,
  temporaryFolder,
  withOwnService,
} from './office.ts';

const cleanup = useCleanup();

/** Environment of `npm start` with only Slack's tokens. */
const nothingSet = {
  FRONTDESK_HR: '',
  FRONTDESK_MANAGERS: '',
  FRONTDESK_CHANNELS: '',
  FRONTDESK_PRIVATE_CHANNEL: '',
};

const speed = 50;

async function newCompany(env: Record<string, string> = {}) {
  const own = withOwnService(cleanup);
  const clock = testClock({ speed });
  const options = { service: { url: '', token: '' }, env: { ...own, ...nothingSet, ...env }, clock };
  const office = await openOffice(cleanup, options);
  const operator = openOperator(own.SERVICE_DATABASE_URL);
  cleanup.later(operator.close);
  return { ...office, clock, operator, grace: office.sandbox.person('U0GRACE') };
}

function homeText(person: Person): string {
  return person.home()?.texts.join('\n') ?? '';
}

async function home(person: Person, words: string | RegExp): Promise<string> {
  await person.openHome();
  return untilHome(person, words);
}

async function untilHome(person: Person, words: string | RegExp): Promise<string> {
  await person.until(() => new RegExp(words).test(homeText(person)));
  return homeText(person);
}

const stepIs = (title: string, state: string) => new RegExp(`\\*?${title}\\*? · ${state}`);

async function skip(person: Person, title: string): Promise<void> {
  const { blocks = [] } = person.screen().home ?? {};
  const at = blocks.findIndex((block) => JSON.stringify(block).includes(`*${title}*`));
  const row = blocks[at + 1];
  const button =
    row?.type === 'actions' && row.elements.find(({ action_id: id }) => /^setup_/.test(id ?? ''));
  if (!button || !row?.block_id || !button.action_id)
    throw new Error(`There is nothing to press at ${title}.`);
  const [blockId, actionId] = [row.block_id, button.action_id];
  await person.do({ verb: 'press', place: { in: 'home' }, blockId, actionId });
}

/**
 * Retries the submit, since a busy machine may answer later than Slack waits. The clock runs at wall speed while the
 * form waits for its answer, and fast afterwards.
 */
async function submit(person: Person, clock: TestClock): Promise<void> {
  clock.runAt(1);
  let outcome = '';
  await expect
    .poll(async () => {
      ({ outcome } = await person.submit());
      return outcome;
    })
    .not.toBe('no response');
  expect(outcome).not.toBe('errors');
  clock.runAt(speed);
  clock.moveBy(1_000);
}

it('leads an admin of the workspace from the first start to a working onboarding, and is gone then', async () => {
  const { ines, clock } = await newCompany();
  const first = await home(ines, stepIs('People', 'To do'));
  expect(first).toContain('1 of 5 done');
  expect(first).toContain('Only the owners and admins of this workspace have access now');
  expect(first).toMatch(stepIs('Onboarding service', 'Done'));
  expect(first).toContain('Frontdesk uses its built-in onboarding service');
  for (const title of ['Access', 'Sequences', 'Channels']) expect(first).toMatch(stepIs(title, 'To do'));

  await ines.press('Choose people');
  await ines.untilView('Access');
  await ines.fill({
    'HR: people': ['Ines Duarte', 'Grace Muthoni'],
    'Managers: people': ['Marcus Oyelaran'],
  });
  await submit(ines, clock);
  await ines.closeAll();
  await untilHome(ines, stepIs('Access', 'Done'));
  expect(homeText(ines)).toContain('HR: 2 people. Managers: 1 person.');

  await ines.press('Choose channels');
  await ines.untilView('Channels');
  await ines.fill({ 'New hire channels': ['new-hires'], 'Private HR channel': 'people-ops' });
  await submit(ines, clock);
  await ines.closeAll();
  await untilHome(ines, stepIs('Channels', 'Done'));

  await untilHome(ines, 'Import everybody from Slack: you see who it is first');
  await ines.press('Import from Slack');
  await ines.untilView('Import from Slack');
  await ines.until(() => ines.view().submit === 'Import');
  await submit(ines, clock);
  await ines.closeAll();
  await untilHome(ines, stepIs('People', 'Done'));
  expect(homeText(ines)).toContain('5 people are in the onboarding service.');

  await ines.press('Choose starters');
  await ines.untilView('Starters');
  await ines.until(() => ines.view().submit === 'Add');
  await ines.fill({ 'Add for people who start': ['First week'] });
  await submit(ines, clock);
  await ines.closeAll();
  await ines.until(() => !homeText(ines).includes('of 5 done'));
  expect(ines.home()?.buttons).not.toContain('Skip');
  await ines.press('Setup');
  await untilHome(ines, stepIs('Sequences', 'Done'));
  expect(homeText(ines)).toContain('1 for onboarding, 0 for offboarding.');
});

it('shows nothing of it to managers and to those without access', async () => {
  const { marcus, sofia } = await newCompany({ FRONTDESK_HR: 'U0INES', FRONTDESK_MANAGERS: 'U0MARCUS' });
  for (const person of [marcus, sofia]) {
    await person.openHome();
    await person.until(() => person.home());
    expect(`${homeText(person)}${person.home()?.buttons}`).not.toMatch(/Setup|Skip|of 5 done/);
  }
});

it('says which variables have done a step, and has no button for it', async () => {
  const { ines } = await openOffice(cleanup, { service: await ourService(cleanup) });
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Setup'));
  await ines.press('Setup');
  const shown = await untilHome(ines, 'Everything is set up');
  expect(shown).toContain('Set in FRONTDESK_HR and FRONTDESK_MANAGERS.');
  expect(shown).toContain('Set in ONBOARDING_URL and ONBOARDING_API_TOKEN.');
  expect(shown).toContain('Set in FRONTDESK_CHANNELS and FRONTDESK_PRIVATE_CHANNEL.');
  const own = ['Choose people', 'Choose channels', 'Connect service', 'Connect another service'];
  expect(ines.home()?.buttons.filter((button) => own.includes(button))).toEqual([]);
});

it('lets HR skip a step and put it back, and everybody in HR sees who did, at once', async () => {
  const { ines, grace } = await newCompany({ FRONTDESK_HR: 'U0INES,U0GRACE' });
  await home(ines, stepIs('Channels', 'To do'));
  await home(grace, stepIs('Channels', 'To do'));
  await skip(grace, 'Channels');
  await untilHome(ines, 'Channels.*Skipped by');
  expect(JSON.stringify(ines.screen().home)).toContain('Skipped by <@U0GRACE>');
  await skip(ines, 'Channels');
  await untilHome(grace, stepIs('Channels', 'To do'));
});

inWhole('is gone when all is done or skipped, comes back for whoever wants it, and goes again', async () => {
  const { ines, grace } = await newCompany({ FRONTDESK_HR: 'U0INES,U0GRACE' });
  await home(ines, stepIs('Channels', 'To do'));
  await home(grace, stepIs('Channels', 'To do'));
  for (const title of ['People', 'Sequences', 'Channels']) {
    await skip(ines, title);
    await ines.until(() => !stepIs(title, 'To do').test(homeText(ines)));
  }
  await ines.until(() => ines.home()?.buttons.includes('Setup'));
  expect(homeText(ines)).not.toContain('Channels · ');
  await ines.press('Setup');
  await untilHome(ines, 'Everything is set up or skipped.');
  await grace.openHome();
  await grace.until(() => grace.home()?.buttons.includes('Setup'));
  await ines.press('Hide');
  await ines.until(() => ines.home()?.buttons.includes('Setup'));
});

inWhole('calls nothing missing before the lists were read', async () => {
  const silence = createCleanup();
  const silent = await serverThat(silence, () => undefined);
  const service = { url: silent, token: 'a'.repeat(40) };
  const options = { service, env: { FRONTDESK_CHANNELS: '' }, waitForMenus: false };
  const { ines } = await openOffice(cleanup, options);
  // Ends hanging requests before Frontdesk stops, which would wait for them.
  cleanup.later(silence.now);
  const shown = await home(ines, stepIs('Channels', 'To do'));
  expect(shown).toMatch(stepIs('People', 'Not known yet'));
  expect(shown).toMatch(stepIs('Sequences', 'Not known yet'));
  expect(shown).not.toMatch(/Nobody is in the onboarding service|There are no sequences/);
});

it('says what is so after somebody has connected another service', async () => {
  const { ines } = await newCompany();
  const service = await releasedService(cleanup);
  await home(ines, 'built-in onboarding service');
  await ines.press('Connect another service');
  await ines.untilView('Onboarding service');
  await ines.fill({ Address: service.url, 'Admin token': service.token });
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('It works'));
  await ines.closeAll();
  const shown = await untilHome(ines, stepIs('People', 'Done'));
  expect(shown).toContain(`Connected to ${service.url}.`);
  expect(shown).not.toContain('built-in');
});

it('asks for the token where the environment gives the address alone', async () => {
  const service = await releasedService(cleanup);
  const options = { service, env: { ONBOARDING_API_TOKEN: '' }, waitForMenus: false };
  const { ines } = await openOffice(cleanup, options);
  const shown = await home(ines, stepIs('Onboarding service', 'To do'));
  expect(shown).toContain('The address is set in ONBOARDING_URL');
  expect(shown).toMatch(stepIs('People', 'Not known yet'));
  await ines.press('Connect service');
  await ines.untilView('Onboarding service');
});

it('offers Frontdesk’s own account in no menu, and counts it nowhere', async () => {
  const { ines, operator, bot } = await newCompany();
  await operator.addUser({ first_name: 'Frida', last_name: 'Low', email: 'frida@acme.example', role: 3 });
  await bot.directory.refresh();
  await ines.command('/newhire');
  await ines.untilView('New hire');
  const { options } = await ines.options('Manager', 'fr');
  expect(options).toEqual(['Frida Low']);
  await ines.command('/frontdesk status', { channel: channels.general });
  await ines.untilMessage('1 employee and 0 sequences', channels.general);
});

it('does not stand in the way in the demo, whose company has had Frontdesk for long', async () => {
  const folder = temporaryFolder(cleanup);
  const demo = await startDemo({ folder, fresh: true, port: 0, say: () => undefined });
  cleanup.later(demo.stop);
  const ines = new Person('U0INES', demo.sandbox.client('U0INES'));
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Setup'));
  expect(homeText(ines)).not.toContain('of 5 done');
});

const onPostgres = postgresUrl ? it : it.skip;
onPostgres('shows on every replica what was skipped on another', async () => {
  const database = await freshPostgres();
  cleanup.later(database.remove);
  const own = withOwnService(cleanup);
  const env = { ...own, ...nothingSet, FRONTDESK_HR: 'U0INES,U0GRACE', DATABASE_URL: database.url };
  const service = { url: '', token: '' };
  const office = await openOffice(cleanup, { service, env, mode: 'http', speed: 50 });
  const { ines, sandbox, bot } = office;
  const grace = sandbox.person('U0GRACE');
  await home(ines, stepIs('Channels', 'To do'));
  const second = await office.start();
  expect(second.url).not.toBe(bot.url);
  await home(grace, stepIs('Channels', 'To do'));
  await skip(grace, 'Channels');
  await untilHome(ines, 'Channels.*Skipped by');
  sandbox.setRequestUrl(`${bot.url}/slack/events`);
  await skip(ines, 'Channels');
  await untilHome(grace, stepIs('Channels', 'To do'));
});
