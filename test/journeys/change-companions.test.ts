import pg from 'pg';
import { expect } from 'vitest';
import { demoPeople } from '../../src/service/demo.ts';
import { releasedService } from './office.ts';
import { begin, inWhole, it, onPostgres, startDay } from './world.ts';

const at = { at: begin };
/** Not in the demo company's Slack. */
const outside = demoPeople.find(({ email }) => email.startsWith('tomas')) ?? demoPeople.at(-1);
const outsideName = `${outside?.first_name} ${outside?.last_name}`;

it('changes the buddy: the new one is told and reminded, the one before no more, and tasks move', async ({
  open,
}) => {
  const { ines, marcus, grace, leila, clock, hire, amend, inService } = await open(at);
  await hire({ on: startDay, fields: { Manager: 'Marcus Oyelaran', Buddy: 'Grace Muthoni' } });
  await grace.untilMessage('with you as buddy');
  await ines.openPerson();
  const { fields } = await ines.open('Change manager or buddy');
  expect(fields).toMatchObject({ Manager: { value: 'Marcus Oyelaran' }, Buddy: { value: 'Grace Muthoni' } });
  expect((await ines.submit()).outcome).toBe('errors');
  await ines.submitUntil('manager Marcus Oyelaran, buddy Leila Haddad', { Buddy: 'Leila Haddad' });
  await leila.untilMessage('Jane Doe joins on Mon 17 Mar, with you as buddy.');
  await grace.untilMessage('You’re no longer buddy of Jane Doe. Leila Haddad takes over.');
  await ines.closeAll();
  await ines.openPerson();
  await ines.untilPage(/Manager or buddy changed by <@U0INES>/);
  expect((await inService())[0]?.email).toBe('jane@acme.example');
  const before = grace.directMessages().length;
  clock.moveTo(new Date('2031-03-10T12:00:00.000Z'));
  await leila.untilMessage('starts in 7 days, on Mon 17 Mar, with you as buddy');
  await marcus.untilMessage('starts in 7 days, on Mon 17 Mar');
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await leila.untilMessage('start day moved');
  expect(grace.directMessages()).toHaveLength(before);
});

it('says who couldn’t be told, and takes another buddy or “I told the buddy” for it', async ({ open }) => {
  const nobody = { Manager: 'Marcus Oyelaran', Buddy: outsideName };
  const { ines, leila, hire } = await open(at);
  for (const name of ['Jane Doe', 'Joan Roe']) {
    await hire({ name, on: startDay, fields: nobody });
    await ines.visitHome(new RegExp(`\\*${name}\\* · .*\\n.*Buddy hasn’t been told`));
  }
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage(`${outsideName} (buddy) wasn’t notified: they’re not in Slack under their email.`);
  await ines.pressSpoken('I told the buddy: Jane Doe');
  await ines.untilPage('Told by hand by <@U0INES>');
  expect(ines.pageText()).not.toContain('hasn’t been told');
  await ines.closeAll();
  await ines.pressSpoken('Details: Joan Roe');
  await ines.untilPage('Buddy hasn’t been told');
  await ines.pressSpoken('Another buddy: Joan Roe');
  await ines.untilView('Change manager or buddy');
  await ines.submitUntil('buddy Leila Haddad', { Buddy: 'Leila Haddad' });
  await leila.untilMessage('Joan Roe joins');
  await ines.closeAll();
  await ines.until(() => !ines.homeText().includes('hasn’t been told'));
});

it('names a new buddy who leaves or has left, and takes nobody as their own buddy', async ({ open }) => {
  const { ines, leila, clock, hire, offboard, bot } = await open(at);
  await hire({ on: startDay, fields: { Manager: 'Marcus Oyelaran' } });
  await bot.directory.refresh();
  await offboard({ on: '2031-03-10', by: ines });
  await ines.visitHome('*Jane Doe*');
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilView('Person');
  await ines.fillIn('Change manager or buddy', { Buddy: 'Jane Doe' });
  await ines.submit();
  expect(ines.view().errors).toEqual({ Buddy: 'This is the new hire.' });
  await ines.submitUntil('Sofia Lindqvist (buddy) leaves on Mon 10 Mar, before the start day.', {
    Buddy: 'Sofia Lindqvist',
  });
  await ines.closeAll();
  clock.moveToDay('2031-03-18');
  await ines.visitHome('*Jane Doe*');
  await ines.pressSpoken('Details: Jane Doe');
  await ines.untilPage('Sofia Lindqvist (buddy) left on Mon 10 Mar, before the start day.');
  await ines.fillIn('Change manager or buddy', { Manager: 'Leila Haddad', Buddy: 'Leila Haddad' });
  await ines.submitUntil('buddy Leila Haddad');
  await leila.untilMessage('Jane Doe joined on Mon 17 Mar, with you as manager and buddy.');
});

inWhole('says what to do where the onboarding service can’t be changed', async ({ open }) => {
  const env = { ONBOARDING_PROFILE_URL: 'https://co.acme.example/people/{id}/' };
  const { ines, grace, hire } = await open({ service: releasedService, env });
  await hire({ fields: { Manager: 'Marcus Oyelaran' } });
  await ines.openPerson();
  await ines.open('Change manager or buddy');
  await ines.submitUntil('Change it in the onboarding service, too.', { Buddy: 'Grace Muthoni' });
  expect(ines.pageText()).toMatch(/co\.acme\.example\/people\/\d+\//);
  await grace.untilMessage('with you as buddy');
});

onPostgres(
  'keeps the record of a message that is being sent to a buddy while they are replaced',
  async ({ open, postgres, cleanup }) => {
    const { ines, grace, hire } = await open({ ...at, env: { DATABASE_URL: postgres } });
    await hire({ on: startDay, fields: { Buddy: 'Grace Muthoni' } });
    await grace.untilMessage('with you as buddy');
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    cleanup.later(() => client.end());
    await client.query(`update messages set state = 'pending', attempts = 0, due_at = '2999-01-01T00:00:00.000Z'
      where purpose = 'buddy'`);
    await ines.openPerson();
    await ines.open('Change manager or buddy');
    await client.query(`begin; update messages set state = 'sending' where purpose = 'buddy'`);
    const submitted = ines.submitUntil('buddy Leila Haddad', { Buddy: 'Leila Haddad' });
    const isWaiting = `select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%from "messages"%for update'`;
    // Within a transaction, PostgreSQL shows what it showed first.
    const waiting = () => client.query('select pg_stat_clear_snapshot()').then(() => client.query(isWaiting));
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    await client.query('commit');
    await submitted;
    const { rows } = await client.query(`select state from messages where purpose = 'buddy'`);
    expect(rows).toEqual([{ state: 'sending' }]);
  },
);
