import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { patientSlack } from '../driver/sandbox.ts';
import { releasedService } from './office.ts';
import { channels, everyWay, inWhole, it } from './world.ts';

const form = '/newhire Jane Doe jane@acme.example 2999-01-01';

const creations = ({ requests }: Awaited<ReturnType<typeof releasedService>>) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/api/users/');

it.for(everyWay)('adds the hire, and tells everybody concerned ($way)', async (way, { open }) => {
  const { ines, marcus, sofia, sandbox, inService } = await open(way);
  await ines.command('/newhire', { channel: channels.general });
  await ines.untilView('New hire');
  expect((await ines.options('Manager', 'oye')).options).toEqual(['Marcus Oyelaran']);
  await ines.fill({
    'First name': 'Jane',
    'Last name': 'Doe',
    'Work email': 'Jane.Doe@acme.example',
    'Start day': '2999-01-01',
    Position: 'Engineer',
    Manager: 'Marcus Oyelaran',
    Buddy: 'Sofia Lindqvist',
    Language: 'German',
    Phone: '+49 30 1234',
    Message: 'Plays the cello.',
  });
  await ines.until(() => ines.values()['Time zone'] === 'Europe/London (UTC+00:00)');
  await ines.fill({ 'Time zone': 'Europe/Berlin (UTC+01:00)' });
  expect(await ines.submit()).toEqual({ outcome: 'updated' });
  await ines.untilView('New hire added');
  const [jane] = await inService('jane.doe@acme.example');
  expect(jane).toMatchObject({ first_name: 'Jane', last_name: 'Doe' });
  expect(ines.pageText()).toContain(`Onboarding id: ${jane?.id}`);
  const headline = await sofia.untilMessage('Jane Doe joins on Tue 1 Jan 2999', channels.hires);
  expect(headline.mentions).toEqual([]);
  await marcus.untilMessage('with you as manager');
  await sofia.untilMessage('with you as buddy');
  expect(sandbox.messages(channels.general)).toEqual([]);
});

it('adds one hire of a form sent twice, and says at fields what wasn’t sent', async ({ open }) => {
  const slackClock = testClock({ speed: 1 });
  const { ines, sandbox, bot, service } = await open({ service: releasedService, slackClock });
  await ines.open(form);
  sandbox.addFault({ target: 'view_submission', kind: 'lost', when: 'after' });
  const unanswered = ines.submit();
  await expect.poll(async () => (await bot.ledger.list(1))[0]?.state, { interval: 5 }).toBe('done');
  slackClock.moveBy(patientSlack);
  expect(await unanswered).toMatchObject({ outcome: 'no response' });
  sandbox.clearFaults();
  await ines.fill({ 'Last name': 'Roe', 'Work email': 'joan@acme.example' });
  expect(await ines.submit()).toMatchObject({ outcome: 'errors' });
  const { errors } = ines.view();
  expect(Object.keys(errors)).toEqual(['Last name', 'Work email']);
  expect(errors['Work email']).toContain('so this change wasn’t sent.');
  await ines.send('New hire added', { 'Last name': 'Doe', 'Work email': 'jane@acme.example' });
  expect(creations(service)).toHaveLength(1);
  await ines.closeAll();
  await ines.open('/newhire Jim Doe jim@acme.example 2999-01-01');
  await Promise.all([ines.submit(), ines.submit()]);
  await ines.untilView('New hire added');
  expect(creations(service)).toHaveLength(2);
});

inWhole('never replaces the result with a late update of the form', async ({ open }) => {
  const slackClock = testClock({ speed: 1 });
  const { ines, sandbox } = await open({ service: releasedService, slackClock });
  await ines.open(form);
  sandbox.addFault({ target: 'users.lookupByEmail', kind: 'delay', milliseconds: 5_000 });
  await ines.choose('Manager', 'Marcus Oyelaran');
  await ines.send('New hire added');
  slackClock.moveBy(5_000);
  await expect
    .poll(() => sandbox.calls('views.update').map(({ answer }) => answer))
    .toContainEqual(expect.objectContaining({ error: 'hash_conflict' }));
  expect(ines.view().title).toBe('New hire added');
});

it('refuses a person who has lost access meanwhile, and keeps their form', async ({ open }) => {
  const { sofia, bot, environment, start } = await open({ env: { FRONTDESK_HR: 'U0INES,U0SOFIA' } });
  await sofia.open('/newhire Jane Doe jane@acme.example');
  await bot.stop();
  environment.FRONTDESK_HR = 'U0INES';
  await start();
  await sofia.open('Save draft', 'No access');
  await sofia.close();
  expect(sofia.values()['First name']).toBe('Jane');
  expect(await sofia.submit()).toEqual({ outcome: 'pushed' });
  expect(sofia.view()).toMatchObject({ title: 'No access' });
  expect(sofia.pageText()).toContain('Ask <@U0INES>');
  await sofia.close();
  expect(sofia.values()['First name']).toBe('Jane');
});
