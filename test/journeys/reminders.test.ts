import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { call } from '../sandbox/stage/call.ts';
import { pressSpoken, untilPage } from './desk.ts';
import { begin, hired, leaving, officeAt, posted, setReminders, startDay } from './moved-office.ts';
import { channels, everyWay, type Office } from './office.ts';

const cleanup = useCleanup();

const zone = 'Europe/London';
const at = (day: string, time: string, where = zone) => instantOf(day, time, where);

const marcusSays = (text: string) => `U0MARCUS: ${text}`;
const sofiaSays = (text: string) => `U0SOFIA: ${text}`;
const channelSays = (text: string) => `${channels.hires}: ${text}`;

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, _service, startService) => {
  it('reminds the manager, the buddy and the channels of a hire, at the hours that were planned', async () => {
    const service = await startService(cleanup);
    const { clock, office } = await officeAt(cleanup, begin, { mode, service });
    const { ines, marcus, sofia } = office;
    await hired(office);
    const soon = (who: string) => `Jane Doe starts on Mon, 17 March 2031, with you as ${who}.`;
    clock.moveTo(at('2031-03-10', '08:59'));
    expect(posted(office, 'starts on')).toEqual([]);
    clock.moveTo(at('2031-03-10', '09:00'));
    await marcus.untilMessage(soon('manager'));
    await sofia.untilMessage(soon('buddy'));
    clock.moveTo(at('2031-03-14', '09:00'));
    await marcus.until(() => posted(office, soon('manager')).length === 2);
    await sofia.until(() => posted(office, soon('buddy')).length === 2);
    clock.moveTo(at('2031-03-17', '09:00'));
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    await marcus.untilMessage('Jane Doe starts today, with you as manager.');
    await sofia.untilMessage('Jane Doe starts today, with you as buddy.');
    clock.moveTo(at('2031-03-24', '09:00'));
    await marcus.untilMessage('Jane Doe started on Mon, 17 March 2031. How did the first week go?');
    clock.moveTo(at('2031-06-24', '09:00'));
    expect(posted(office, 'Jane Doe start').toSorted()).toEqual(
      [
        marcusSays(soon('manager')),
        marcusSays(soon('manager')),
        sofiaSays(soon('buddy')),
        sofiaSays(soon('buddy')),
        channelSays('Jane Doe starts today'),
        marcusSays('Jane Doe starts today, with you as manager.'),
        sofiaSays('Jane Doe starts today, with you as buddy.'),
        marcusSays('Jane Doe started on Mon, 17 March 2031. How did the first week go?'),
      ].toSorted(),
    );
  });

  it('tells of a last day its requester and HR alone', async () => {
    const service = await startService(cleanup);
    const { clock, office } = await officeAt(cleanup, begin, { mode, service });
    const { ines, marcus } = office;
    await marcus.command('/offboard');
    await marcus.untilView('Start offboarding');
    await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': startDay });
    await marcus.submitAndAgree();
    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    clock.moveTo(instantOf('2031-03-10', '09:00', 'UTC'));
    await marcus.untilMessage('The last day of Sofia Lindqvist is Mon, 17 March 2031.');
    clock.moveTo(instantOf('2031-03-14', '09:00', 'UTC'));
    clock.moveTo(instantOf('2031-03-17', '09:00', 'UTC'));
    await marcus.untilMessage('Today is the last day of Sofia Lindqvist.');
    await ines.untilMessage('Today is the last day of Sofia Lindqvist.', channels.private);
    const places = new Set(posted(office, 'Sofia').map((line) => line.split(':')[0]));
    expect(places).toEqual(new Set(['U0MARCUS', channels.private]));
  });
});

it('shows beforehand what will be sent, to whom and when, and sends exactly that', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  const both = 'Marcus Oyelaran (manager) and Sofia Lindqvist (buddy)';
  const inChannel = `<#${channels.hires}> (5 members)`;
  const lines = ines.view().texts.join('\n').split('\n');
  expect(lines).toEqual([
    'Right away · Result: <@U0INES>',
    `Right away · Announcement: ${inChannel}`,
    `Right away · Notice: ${both}`,
    `Right away · Calendar entry: ${both}`,
    `Mon, 10 March 2031, 09:00 (London) · Reminder: ${both}`,
    `Fri, 14 March 2031, 09:00 (London) · Reminder: ${both}`,
    'Mon, 17 March 2031, 08:00 (London) · Login email, if the onboarding service sends one: the new hire',
    `Mon, 17 March 2031, 09:00 (London) · Start day: ${inChannel}, Marcus Oyelaran (manager) and Sofia Lindqvist (buddy)`,
    'Mon, 24 March 2031, 09:00 (London) · First week: Marcus Oyelaran (manager)',
    'If the day, the people or the settings change, this changes with them.',
  ]);
  await ines.close();
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
  const planned = async () => {
    await ines.openHome();
    await ines.press('Details');
    await ines.untilView('Request');
    const told = ines.view().texts.join('\n').split('\n');
    await ines.closeAll();
    return told.filter((line) => line.includes(' · planned'));
  };
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  expect(await planned()).toHaveLength(8);
  clock.moveTo(at('2031-03-10', '09:00'));
  await office.sofia.untilMessage('Jane Doe starts on');
  await office.marcus.untilMessage('Jane Doe starts on');
  await expect.poll(async () => (await planned()).length).toBe(6);
});

inWhole('writes once to one person who is manager and buddy, with both roles', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus } = office;
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Marcus Oyelaran' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  const lines = ines.view().texts.join('\n').split('\n');
  expect(lines.filter((line) => line.includes('Marcus'))).toEqual([
    'Right away · Notice: Marcus Oyelaran (manager and buddy)',
    'Right away · Calendar entry: Marcus Oyelaran (manager and buddy)',
    'Mon, 10 March 2031, 09:00 (London) · Reminder: Marcus Oyelaran (manager and buddy)',
    'Fri, 14 March 2031, 09:00 (London) · Reminder: Marcus Oyelaran (manager and buddy)',
    `Mon, 17 March 2031, 09:00 (London) · Start day: <#${channels.hires}> (5 members) and Marcus Oyelaran (manager and buddy)`,
    'Mon, 24 March 2031, 09:00 (London) · First week: Marcus Oyelaran (manager and buddy)',
  ]);
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Jane Doe joins on Mon, 17 March 2031, with you as manager and buddy.');
  await ines.close();
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.closeAll();
  await marcus.untilMessage('Jane Doe joins on Mon, 17 March 2031, with you as manager and buddy.');
  const toMarcus = () => posted(office, marcusSays('Jane Doe'));
  for (const [index, day] of ['2031-03-10', '2031-03-14', '2031-03-17', '2031-03-24'].entries()) {
    clock.moveTo(at(day, '09:00'));
    await marcus.until(() => toMarcus().length >= index + 2);
  }
  const soon = 'Jane Doe starts on Mon, 17 March 2031, with you as manager and buddy.';
  expect(toMarcus()).toEqual(
    [
      'Jane Doe joins on Mon, 17 March 2031, with you as manager and buddy.',
      ...[soon, soon],
      'Jane Doe starts today, with you as manager and buddy.',
      'Jane Doe started on Mon, 17 March 2031. How did the first week go?',
    ].map(marcusSays),
  );
});

inWhole('drops what an earlier version had planned for the same person a second time', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus } = office;
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await marcus.untilMessage('with you as manager and buddy.');
  await office.bot.stop();
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  const before = db.selectFrom('messages').selectAll().where('purpose', 'like', 'plan:%:manager:%');
  for (const { id: _id, metadata_id, ...row } of await before.execute()) {
    const twice = (text: string) => text.replace(':manager:', ':buddy:');
    const about = JSON.stringify({ ...JSON.parse(row.about ?? ''), as: 'buddy' });
    const values = { ...row, about, key: twice(row.key), purpose: twice(row.purpose) };
    await db
      .insertInto('messages')
      .values({ ...values, metadata_id: `${metadata_id}2` })
      .execute();
  }
  await db.updateTable('requests').set({ planned_by: 'an earlier version' }).execute();
  await close();
  clock.moveTo(at('2031-03-10', '09:00'));
  await office.start();
  await marcus.untilMessage('Jane Doe starts on Mon, 17 March 2031, with you as manager and buddy.');
  clock.moveTo(at('2031-03-14', '09:00'));
  await marcus.until(() => posted(office, 'with you as manager and buddy').length === 3);
  await office.sandbox.settled();
  expect(posted(office, marcusSays('Jane Doe'))).toHaveLength(3);
});

it('rehearses everything from the form to whoever fills it in, marked as a rehearsal, and to nobody else', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await ines.command(`/newhire Jane Doe jane@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Marcus Oyelaran', Buddy: 'Sofia Lindqvist' });
  await ines.press('What will happen');
  await ines.untilView('What will happen');
  await Promise.all([ines.press('Rehearse'), ines.press('Rehearse')]);
  await ines.until(() => ines.view().texts.join().includes('Look at your direct messages.'));
  await ines.untilMessage('Rehearsal: Jane Doe started on Mon, 17 March 2031. How did the first week go?');
  const texts = posted(office, 'Rehearsal: ');
  expect(texts.map((line) => line.replace('U0INES: Rehearsal: ', ''))).toEqual([
    'Jane Doe has been added.',
    'Jane Doe joins on Mon, 17 March 2031',
    'Jane Doe joins on Mon, 17 March 2031, with you as manager.',
    'Jane Doe starts on Mon, 17 March 2031, with you as manager.',
    'Jane Doe starts on Mon, 17 March 2031, with you as manager.',
    'Jane Doe starts today',
    'Jane Doe started on Mon, 17 March 2031. How did the first week go?',
  ]);
  const last = await ines.untilMessage('Rehearsal: Jane Doe started');
  expect(last.texts.join()).toContain(
    'Rehearsal, only to you. As planned: Mon, 24 March 2031, 09:00 (London) · First week: Marcus Oyelaran (manager)',
  );
  expect(posted(office, '')).toHaveLength(texts.length);
});

it('rehearses what is still to come from the page about a request, for HR and whoever asked for it', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus } = office;
  await hired(office);
  clock.moveTo(at('2031-03-17', '09:00'));
  await marcus.untilMessage('Jane Doe starts today, with you as manager.');
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  await ines.press('Details');
  await ines.untilView('Request');
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Jane Doe started on Mon, 17 March 2031. How did the first week go?');
  expect(posted(office, 'Rehearsal: ')).toHaveLength(1);
  await ines.closeAll();
  clock.moveTo(at('2031-03-25', '09:00'));
  await marcus.untilMessage('How did the first week go?');
  await ines.openHome();
  await ines.press('Details');
  await ines.untilView('Request');
  expect(ines.view().buttons).not.toContain('Rehearse');
});

inWhole.each(['9999-12-31', '9000-01-01', '1900-01-01'])(
  'adds somebody who starts on %s, of which nobody is reminded',
  async (day) => {
    const { clock, office } = await officeAt(cleanup, begin);
    const { ines } = office;
    await ines.command('/newhire Jane Doe jane@acme.example');
    await ines.untilView('New hire');
    await ines.fill({ Manager: 'Marcus Oyelaran', 'Start day': day });
    await ines.press('What will happen');
    await ines.untilView('What will happen');
    await ines.close();
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    await ines.untilMessage('Jane Doe joins', channels.hires);
    await ines.closeAll();
    const told = posted(office, '').length;
    clock.moveTo(at('2031-06-24', '09:00'));
    await office.ines.openHome();
    expect(posted(office, '').length).toBeLessThanOrEqual(told + 2);
    expect(posted(office, 'starts')).toEqual([]);
  },
);

inWhole(
  'posts many of one morning in their order, one a second, and keeps nobody waiting who asked for something',
  async () => {
    const { clock, office } = await officeAt(cleanup, begin);
    const { ines, sandbox } = office;
    const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
    for (const name of names) {
      await ines.command(`/newhire ${name} Doe ${name}@acme.example ${startDay}`);
      await ines.untilView('New hire');
      await ines.submitAndAgree();
      await ines.untilView('New hire added');
      await ines.untilMessage(`${name} Doe joins`, channels.hires);
      await ines.untilMessage(`${name} Doe has been added.`);
      await ines.closeAll();
    }
    // Retry-After of one message in milliseconds, longer than a slow machine needs. Only its channel has to wait.
    const enough = 240_000;
    sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: enough });
    clock.moveTo(at('2031-03-17', '09:00', 'UTC'));
    await expect.poll(() => posted(office, 'starts today')).toHaveLength(1);
    await ines.command(`/newhire Eve Doe eve@acme.example ${startDay}`);
    await ines.untilView('New hire');
    await ines.submitAndAgree();
    await ines.untilMessage('Eve Doe has been added.');
    // Answers go out before planned messages, even those due earlier.
    expect(posted(office, 'starts today')).toHaveLength(1);
    clock.moveTo(new Date(clock.now().getTime() + enough));
    await ines.until(
      () =>
        sandbox.messages(channels.hires).filter(({ text }) => text.includes('starts today')).length ===
        names.length,
    );
    const told = sandbox.messages(channels.hires).filter(({ text }) => text.includes('starts today'));
    // The refused first message is retried after the others, which keep their order.
    expect(told.map(({ text }) => text)).toEqual(
      [...names.slice(1), ...names.slice(0, 1)].map((name) => `${name} Doe starts today`),
    );
    // Only the average gap counts: a message that a busy machine sends late shortens the next gap.
    const [first = 0, ...others] = told.map(({ ts }) => Number(ts));
    expect((others.at(-1) ?? 0) - first).toBeGreaterThan(others.length / 2);
  },
);

it('says before an offboarding is started who is reminded of it, and when', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { marcus } = office;
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': startDay });
  await marcus.submit();
  await marcus.untilView('Check and start');
  const to = `<@U0MARCUS> and <#${channels.private}> (2 members)`;
  expect(marcus.view().texts.join('\n')).toContain(
    [
      `Mon, 10 March 2031, 09:00 (UTC) · Reminder: ${to}`,
      `Fri, 14 March 2031, 09:00 (UTC) · Reminder: ${to}`,
      `Mon, 17 March 2031, 09:00 (UTC) · Last day: ${to}`,
    ].join('\n'),
  );
});

inWhole('rehearses an offboarding to nobody but whoever looks at it, before it is started', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { marcus, sandbox } = office;
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': '2031-03-16' });
  await marcus.submit();
  await marcus.untilView('Check and start');
  const warning = 'is at the weekend';
  expect(marcus.view().texts.join('\n')).toContain(warning);
  await Promise.all([marcus.press('Rehearse'), marcus.press('Rehearse')]);
  await marcus.until(() => posted(office, 'Rehearsal: ').length === 3);
  expect(marcus.view().texts.join('\n')).toContain(warning);
  expect(marcus.view().texts.filter((text) => text.includes('once from this page'))).toHaveLength(1);
  expect(posted(office, 'has started')).toEqual([]);
  await marcus.submit();
  await marcus.untilMessage('has started');
  const lines = posted(office, 'Rehearsal: ');
  expect(lines).toHaveLength(3);
  expect(lines.every((line) => line.startsWith('U0MARCUS'))).toBe(true);
  expect(sandbox.messages(channels.private).filter(({ text }) => text.includes('Rehearsal'))).toEqual([]);
});

it('sends what is late as late, and not what nobody needs any more', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  await hired(office);
  await office.bot.stop();
  clock.moveTo(at('2031-03-14', '11:00'));
  await office.start();
  await office.marcus.until(() => posted(office, 'Jane Doe starts').length === 2);
  const late = await office.marcus.untilMessage('with you as manager');
  expect(posted(office, 'Jane Doe starts on')).toHaveLength(2);
  expect(late.texts.join()).toContain(
    'This was planned for Fri, 14 March 2031, 09:00 (London) and comes late.',
  );
});

inWhole('keeps what is late until people work again', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  await hired(office);
  await office.bot.stop();
  clock.moveTo(at('2031-03-14', '22:00'));
  await office.start();
  clock.moveTo(at('2031-03-15', '12:00'));
  clock.moveTo(at('2031-03-17', '07:00'));
  expect(posted(office, 'Jane Doe starts')).toEqual([]);
  clock.moveTo(at('2031-03-17', '09:00'));
  await office.marcus.untilMessage('Jane Doe starts today, with you as manager.');
  expect(posted(office, 'Jane Doe starts on')).toEqual([]);
});

it('says nothing more about somebody to a person who said so, and does again when that is undone', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { marcus, sofia } = office;
  await hired(office);
  clock.moveTo(at('2031-03-10', '09:00'));
  await marcus.untilMessage('Jane Doe starts on');
  await marcus.press('Stop reminders');
  await marcus.untilMessage('You won’t get any more reminders about this person.');
  await sofia.untilMessage('Jane Doe starts on');
  clock.moveTo(at('2031-03-14', '09:00'));
  await sofia.until(() => posted(office, 'with you as buddy').length === 3);
  expect(posted(office, 'starts on').filter((line) => line.startsWith('U0MARCUS'))).toHaveLength(1);
  await marcus.press('Undo');
  clock.moveTo(at('2031-03-17', '09:00'));
  await marcus.untilMessage('Jane Doe starts today, with you as manager.');
});

it('reminds somebody once more on the next working day, however often they press', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { marcus } = office;
  await hired(office);
  clock.moveTo(at('2031-03-10', '09:00'));
  await marcus.untilMessage('Jane Doe starts on');
  await Promise.all([marcus.press('Remind me later'), marcus.press('Remind me later')]);
  await marcus.untilMessage('You’ll get this again on Tue, 11 March 2031, 09:00 (London).');
  clock.moveTo(at('2031-03-11', '09:00'));
  await marcus.until(
    () => posted(office, 'starts on').filter((line) => line.startsWith('U0MARCUS')).length === 2,
  );
  clock.moveTo(at('2031-03-12', '09:00'));
  clock.moveTo(at('2031-03-13', '09:00'));
  expect(posted(office, 'starts on').filter((line) => line.startsWith('U0MARCUS'))).toHaveLength(2);
});

inWhole(
  'keeps what one of HR’s people wants to hear later, when there is no private channel and a setting is changed',
  async () => {
    const { clock, office } = await officeAt(cleanup, begin, { env: { FRONTDESK_PRIVATE_CHANNEL: '' } });
    const { ines } = office;
    await leaving(office);
    clock.moveTo(at('2031-03-10', '09:00', 'UTC'));
    await ines.untilMessage('The last day of Sofia Lindqvist is');
    await ines.press('Remind me later');
    await ines.untilMessage('You’ll get this again on Tue, 11 March 2031');
    await setReminders(office, { Holidays: '2031-12-25' }, 'Holidays: Thu, 25 December 2031');
    clock.moveTo(at('2031-03-11', '09:00', 'UTC'));
    const toInes = () => posted(office, 'The last day of Sofia').filter((line) => line.startsWith('U0INES'));
    await expect.poll(() => toInes().length).toBe(2);
  },
);

async function amend(office: Office, button: string, fields: Record<string, string>) {
  const { ines } = office;
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details'));
  await ines.press('Details');
  await ines.untilView('Request');
  await ines.press(button);
  await ines.untilView(button);
  await ines.fill(fields);
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('Frontdesk is notifying'));
  await ines.closeAll();
}

const headlineOf = ({ ines }: Office) => ines.messages(channels.hires)[0]?.texts.join('\n') ?? '';

it('follows a start day that is moved and moved back, and keeps the announcement up to date', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus } = office;
  await hired(office);
  await amend(office, 'Start day moved', { 'New start day': '2031-04-14' });
  await ines.until(() => headlineOf(office).includes('New start day: Mon, 14 April 2031'));
  clock.moveTo(at('2031-03-14', '12:00'));
  expect(posted(office, 'Jane Doe starts on Mon, 17 March')).toEqual([]);
  await amend(office, 'Start day moved', { 'New start day': startDay });
  await ines.until(() => headlineOf(office).includes('Starts soon: Mon, 17 March 2031'));
  clock.moveTo(at('2031-03-17', '09:00'));
  await marcus.untilMessage('Jane Doe starts today, with you as manager.');
  await ines.until(() => headlineOf(office).includes('Started on Mon, 17 March 2031'));
  await ines.untilMessage('Jane Doe starts today', channels.hires);
  await office.sofia.untilMessage('Jane Doe starts today, with you as buddy.');
  clock.moveTo(at('2031-04-20', '09:00'));
  expect(posted(office, 'Jane Doe starts today')).toHaveLength(3);
  expect(posted(office, 'tomorrow')).toEqual([]);
});

async function pageOfJane(ines: Office['ines']): Promise<string> {
  await pressSpoken(ines, 'Details: Jane Doe');
  const { texts } = await untilPage(ines, 'What happened');
  await ines.closeAll();
  return texts.join('\n');
}

const lostAnnouncements: [string, (office: Office, ts: string) => unknown][] = [
  [
    'that somebody deleted',
    ({ sandbox }, ts) => call(sandbox, 'chat.delete', { channel: channels.hires, ts }),
  ],
  [
    'in a channel that was archived',
    ({ sandbox }) => sandbox.changeChannel(channels.hires, { isArchived: true }),
  ],
];

it.each(lostAnnouncements)(
  'gives up an announcement %s, once, and says so on the request’s page',
  async (_how, lose) => {
    const { clock, office } = await officeAt(cleanup, begin);
    const { ines, sandbox } = office;
    await hired(office);
    await ines.untilMessage('Jane Doe joins', channels.hires);
    const [{ ts } = { ts: '' }] = sandbox.messages(channels.hires);
    await lose(office, ts);
    await amend(office, 'Start day moved', { 'New start day': '2031-03-31' });
    const updates = () =>
      sandbox
        .calls()
        .filter(({ method, args }) => method === 'chat.update' && JSON.stringify(args).includes(ts));
    await expect.poll(() => updates().length).toBe(1);
    await expect
      .poll(() => pageOfJane(ines))
      .toMatch(/Announcement to <#\w+> · deleted in Slack or its channel/);
    sandbox.changeChannel(channels.hires, { isArchived: false });
    for (const day of ['2031-03-24', '2031-03-31']) clock.moveTo(at(day, '10:00'));
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    expect(updates()).toHaveLength(1);
    expect(posted(office, 'Jane Doe joins').filter((line) => line.startsWith(channels.hires))).toHaveLength(
      1,
    );
  },
);

it('says nothing more of somebody who won’t start, and says so in the announcement', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  await hired(office);
  await amend(office, 'Won’t start', {});
  await office.ines.until(() => headlineOf(office).includes('Won’t start'));
  const told = posted(office, 'Jane Doe').length;
  for (const day of ['2031-03-10', '2031-03-14', '2031-03-17', '2031-03-24']) clock.moveTo(at(day, '10:00'));
  expect(posted(office, 'Jane Doe')).toHaveLength(told);
  await amend(office, 'Starts after all', { 'Start day': '2031-05-05' });
  clock.moveTo(at('2031-05-05', '10:00'));
  await office.ines.untilMessage('Jane Doe starts today', channels.hires);
});

it('follows other hours and holidays, from the next reminder on', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  const { ines, marcus } = office;
  await hired(office);
  await setReminders(
    office,
    { 'Time of day': '11:00', Holidays: '2031-03-10\n2031-03-14 Founders’ day' },
    'Reminders at 11:00',
  );
  clock.moveTo(at('2031-03-06', '11:00'));
  await marcus.untilMessage('Jane Doe starts on');
  clock.moveTo(at('2031-03-13', '10:59'));
  expect(posted(office, 'with you as manager')).toHaveLength(2);
  clock.moveTo(at('2031-03-13', '11:00'));
  await marcus.until(() => posted(office, 'with you as manager').length === 3);
  clock.moveTo(at('2031-03-17', '11:00'));
  await ines.untilMessage('Jane Doe starts today', channels.hires);
});

inWhole(
  'tells HR once who won’t be there for a hire, since their account was deactivated, and says so on the page',
  async () => {
    const { clock, office } = await officeAt(cleanup, begin);
    const { ines, sofia, sandbox } = office;
    await hired(office);
    await office.marcus.untilMessage('with you as manager');
    sandbox.changePerson('U0MARCUS', { isDeleted: true });
    const told = posted(office, marcusSays('')).length;
    const sentence =
      'Marcus Oyelaran (manager) won’t get messages about Jane Doe any more: their Slack account is deactivated.';
    for (const [index, day] of ['2031-03-10', '2031-03-14', '2031-03-17'].entries()) {
      clock.moveTo(at(day, '09:00'));
      await sofia.until(() => posted(office, sofiaSays('Jane Doe starts')).length === index + 1);
      const news = await ines.untilMessage(sentence, channels.private);
      expect(news.texts).toEqual(
        expect.arrayContaining([
          'Start day: Mon, 17 March 2031',
          'Ask Sofia Lindqvist (buddy) to take over, or choose somebody else. Then change the manager in the onboarding service.',
        ]),
      );
    }
    clock.moveTo(at('2031-03-24', '09:00'));
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Details'));
    const lines = async () => {
      await ines.press('Details');
      await ines.untilView('Request');
      const shown = ines.view().texts.join('\n').split('\n');
      await ines.closeAll();
      return shown.filter((line) => line.includes('to Marcus'));
    };
    const dropped = 'to Marcus Oyelaran · not sent: their Slack account is deactivated';
    await expect.poll(async () => (await lines()).filter((line) => line.endsWith(dropped))).toHaveLength(4);
    expect(posted(office, sentence)).toHaveLength(1);
    expect(posted(office, marcusSays(''))).toHaveLength(told);
  },
);
