import { expect } from 'vitest';
import type { FieldValue } from '../driver/choose.ts';
import { some } from '../faults/trials.ts';
import { addedElsewhere, channels, ourService, releasedService } from './office.ts';
import { behindProxy, everyWay, inOneOffice, inWhole, it, type World } from './world.ts';

const inOne = inOneOffice();
const started = 'Sofia Lindqvist’s offboarding has started.';
const toPeople = '<@U0MARCUS>, <@U0INES> and <@U0GRACE>. Nobody else.';

function check(
  { checkOffboarding }: Pick<World, 'checkOffboarding'>,
  name?: string,
  fields?: Record<string, FieldValue>,
) {
  return checkOffboarding({ on: '2999-01-31', ...(name && { name }), ...(fields && { fields }) });
}

async function offboardings({ bot }: Pick<World, 'bot'>) {
  return (await bot.ledger.list(50)).filter(({ kind }) => kind === 'offboarding').length;
}

it.for(everyWay)(
  'says all that happens before it starts anything, brings the form back, and tells just those ($way)',
  async (way, { open }) => {
    const office = await open(way);
    const { marcus, ines, sandbox } = office;
    await marcus.open('/offboard');
    const { options } = await marcus.options('Offboarding sequences', '');
    await marcus.closeAll();
    const page = await check(office, undefined, { 'Offboarding sequences': options.slice(0, 1) });
    const { submit, close } = marcus.view();
    expect([submit, close]).toEqual(['Start offboarding', 'Back']);
    for (const words of [
      'Sofia Lindqvist · sofia.lindqvist@acme.example',
      'Title in Slack: ',
      'Last day: Thu 31 Jan 2999',
      // Other services keep the tasks they have handed out.
      way.service === ourService
        ? 'removes unfinished onboarding tasks'
        : 'removes onboarding tasks not handed out yet',
      `Assigned sequences: ${options[0]}`,
      '<@U0MARCUS> and everyone in <#C0PEOPLEOPS>. Nobody else.',
    ])
      expect(page).toContain(words);
    expect(await offboardings(office)).toBe(0);
    await marcus.open('Back', 'Start offboarding');
    expect(marcus.values()).toMatchObject({ Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
    await marcus.submitUntil('Last day: Thu 28 Feb 2999', { 'Last day': '2999-02-28' });
    await marcus.open('Start offboarding', 'Offboarding started');
    expect(await offboardings(office)).toBe(1);
    expect(marcus.pageText()).toContain('may need a few minutes');
    await ines.untilMessage(started, channels.private);
    for (const id of ['U0INES', 'U0GRACE', 'U0LEILA', 'U0SOFIA'])
      expect(sandbox.person(id).directMessages()).toEqual([]);
    await marcus.press('Close');
    expect(marcus.views()).toEqual([]);
  },
);

inOne.for([
  ['Mei Chen', '2999-02-02', 'is on a weekend'],
  ['Mei Chen', '2999-01-31', 'No sequences: only the last day is set.'],
  ['Marcus Oyelaran', '2999-01-31', 'This is your own offboarding.'],
] as const)('warns of what is unusual (%s, %s: “%s”)', async ([name, on, words], { office }) => {
  expect(await office.checkOffboarding({ name, on })).toContain(words);
});

inOne('names the manager that Frontdesk knows to other managers alone', async ({ office }) => {
  const { ines, marcus, leila, hire, checkOffboarding } = office;
  await hire({ fields: { Manager: 'Marcus Oyelaran' } });
  expect(await checkOffboarding({ name: 'Jane Doe', by: leila })).toContain(
    'Marcus Oyelaran was entered as their manager, not you.',
  );
  for (const by of [marcus, ines]) {
    const page = await checkOffboarding({ name: 'Jane Doe', by });
    expect(page).toContain('Jane Doe · jane@acme.example');
    expect(page).not.toContain('was entered as');
  }
});

inOne('says if the leaver reads the private channel', async ({ office: { ines, checkOffboarding } }) => {
  const words = 'They’ll see this in the private HR channel.';
  expect(await checkOffboarding({ name: 'Grace Muthoni', by: ines })).toContain(words);
  await ines.press('Back');
  await ines.submit({ Employee: 'Sofia Lindqvist' });
  await ines.untilView('Check and start');
  expect(ines.pageText()).not.toContain('in the private HR channel');
});

const openPlaces = [
  {
    what: 'there is no private channel',
    env: { FRONTDESK_HR: 'U0INES,U0GRACE,U0SOFIA', FRONTDESK_PRIVATE_CHANNEL: '' },
    warnings: 0,
  },
  {
    what: 'the private channel is public',
    env: { FRONTDESK_PRIVATE_CHANNEL: channels.general },
    warnings: 1,
  },
];
it.for(some(openPlaces, 1))(
  'names HR’s people, but not the leaver, where $what, and tells them once',
  async (row, { open }) => {
    const office = await open({ env: row.env });
    const { marcus, ines, grace, sofia } = office;
    expect(await check(office)).toContain(toPeople);
    await marcus.submit();
    for (const person of [ines, grace]) await person.untilMessage(started);
    await office.allSent();
    expect(office.posted(started)).toHaveLength(2);
    const isWarning = (message: object) =>
      JSON.stringify(message).includes('Everyone could read who is leaving');
    expect(ines.directMessages().filter(isWarning)).toHaveLength(row.warnings);
    expect(sofia.directMessages()).toEqual([]);
  },
);

inWhole(
  'opens the page in time while Slack doesn’t answer, and claims only what it knows',
  async ({ open }) => {
    const { marcus, sandbox } = await open({ env: { FRONTDESK_PRIVATE_CHANNEL: '' } });
    await marcus.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
    for (const target of ['users.info', 'users.lookupByEmail'])
      sandbox.addFault({ target, kind: 'hang', times: 99 });
    expect(await marcus.submit()).toEqual({ outcome: 'pushed' });
    expect(marcus.pageText()).toContain('<@U0MARCUS> and HR. Nobody else.');
    expect(marcus.pageText()).not.toContain('Title in Slack');
  },
);

it('sends after a restart what was entered, and nothing while nobody knows who the leaver is', async ({
  open,
}) => {
  const office = await open({ service: (cleanup) => behindProxy(cleanup, releasedService) });
  const { marcus, service, clock } = office;
  await check(office, undefined, { 'Offboarding sequences': ['Leaving'] });
  await office.bot.stop();
  const letThrough = service.proxy.hold('/api/employees/');
  const bot = await office.start();
  // Shorten the form's one-second wait for the employees.
  clock.runAt(10);
  await marcus.submit();
  clock.runAt(1);
  expect(marcus.pageText()).toContain('Employees haven’t loaded yet');
  expect(await bot.ledger.list(9)).toEqual([]);
  letThrough();
  await expect.poll(() => bot.directory.current()).toBeDefined();
  await marcus.open('Start offboarding', 'Offboarding started');
  expect(marcus.pageText()).toContain('Leaving');
  await expect.poll(() => office.posted(started)).toHaveLength(1);
});

it('starts nothing whose last day has passed while the page was open', async ({ open }) => {
  const office = await open({ service: releasedService, at: '2030-06-03T12:00:00Z' });
  const { marcus, clock, checkOffboarding } = office;
  expect(await checkOffboarding({ on: '2030-06-03' })).toContain('The last day is today.');
  clock.jump(86_400_000);
  await marcus.submitUntil('can’t be before');
  expect(marcus.view().submit).toBeNull();
  expect(await offboardings(office)).toBe(0);
});

it('shows names as they are', async ({ open }) => {
  const office = await open({ service: releasedService });
  const odd = { first_name: '<!channel>', last_name: '*Bold* <@U0INES>' };
  await addedElsewhere(office.service, 'odd@acme.example', odd);
  await office.bot.directory.refresh();
  const page = await check(office, '<!channel> *Bold* <@U0INES>');
  expect(page).toContain('<!channel> *Bold* <@U0INES> · odd@acme.example');
  const { blocks = [] } = office.marcus.screen().views.at(-1) ?? {};
  const formatted = blocks.map((block) => JSON.stringify(block)).filter((block) => block.includes('mrkdwn'));
  expect(formatted.join()).not.toContain('Bold');
  expect(office.sandbox.messages(channels.general)).toEqual([]);
});
