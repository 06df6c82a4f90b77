import { expect } from 'vitest';
import { some } from '../faults/trials.ts';
import { call } from '../sandbox/stage/call.ts';
import { begin, channels, everyWay, inWhole, it, startDay, type World } from './world.ts';

const marcusSays = (text: string) => `U0MARCUS: ${text}`;
const sofiaSays = (text: string) => `U0SOFIA: ${text}`;
const soonFor = (days: number, role: string, name = 'Jane Doe') =>
  `${name} starts in ${days} days, on Mon 17 Mar, with you as ${role}.`;
const joinsFor = (role: string, name = 'Jane Doe') => `${name} joins on Mon 17 Mar, with you as ${role}.`;
const firstWeek = 'Jane Doe started on Mon 17 Mar. Ask them how the first week went.';

it.for(everyWay)(
  'reminds manager, buddy and channels, and once who is both ($way)',
  async (way, { open }) => {
    const { clock, hire, posted } = await open({ ...way, at: begin });
    await hire();
    await hire({ name: 'Ann Roe', fields: { Manager: 'Marcus Oyelaran', Buddy: 'Marcus Oyelaran' } });
    const ofAnn = () => posted(marcusSays('Ann Roe'));
    clock.moveToDay('2031-03-10', '08:59');
    expect(posted('starts in')).toEqual([]);
    for (const [day, count, countOfAnn] of [
      ['2031-03-10', 2, 2],
      ['2031-03-14', 4, 3],
      ['2031-03-17', 7, 4],
      ['2031-03-24', 8, 5],
    ] as const) {
      clock.moveToDay(day);
      await expect.poll(() => posted('Jane Doe start')).toHaveLength(count);
      await expect.poll(ofAnn).toHaveLength(countOfAnn);
    }
    clock.moveToDay('2031-06-24');
    expect(posted('Jane Doe start').toSorted()).toEqual(
      [
        marcusSays(soonFor(7, 'manager')),
        marcusSays(soonFor(3, 'manager')),
        sofiaSays(soonFor(7, 'buddy')),
        sofiaSays(soonFor(3, 'buddy')),
        `${channels.hires}: Jane Doe starts today`,
        marcusSays('Jane Doe starts today, with you as manager.'),
        sofiaSays('Jane Doe starts today, with you as buddy.'),
        marcusSays(firstWeek),
      ].toSorted(),
    );
    const inBothRoles = [
      joinsFor('manager and buddy', 'Ann Roe'),
      soonFor(7, 'manager and buddy', 'Ann Roe'),
      soonFor(3, 'manager and buddy', 'Ann Roe'),
      'Ann Roe starts today, with you as manager and buddy.',
      firstWeek.replace('Jane Doe', 'Ann Roe'),
    ];
    expect(ofAnn()).toEqual(inBothRoles.map(marcusSays));
  },
);

it.for(everyWay)('reminds only the requester and HR of a last day ($way)', async (way, { open }) => {
  const { clock, ines, marcus, offboard, posted } = await open({ ...way, at: begin });
  await offboard();
  await ines.untilMessage('Sofia Lindqvist’s offboarding has started.', channels.private);
  clock.moveToDay('2031-03-10', '09:00', 'UTC');
  await marcus.untilMessage('Sofia Lindqvist’s last day is Mon 17 Mar.');
  clock.moveToDay('2031-03-14', '09:00', 'UTC');
  clock.moveToDay('2031-03-17', '09:00', 'UTC');
  await marcus.untilMessage('Today is Sofia Lindqvist’s last day.');
  await ines.untilMessage('Today is Sofia Lindqvist’s last day.', channels.private);
  const places = new Set(posted('Sofia').map((line) => line.split(':')[0]));
  expect(places).toEqual(new Set(['U0MARCUS', channels.private]));
});

it('shows before sending who gets what when, sends that, and rehearses the rest', async ({ open }) => {
  const { clock, ines, marcus, sofia, preview, posted } = await open({ at: begin });
  const both = 'Marcus Oyelaran and Sofia Lindqvist';
  const inChannel = `in <#${channels.hires}>`;
  expect(await preview()).toEqual([
    '*Now*',
    `Announcement ${inChannel} · message to ${both}`,
    '*Mon 10 Mar, Fri 14 Mar*',
    `Reminder to ${both}`,
    '*Mon 17 Mar, first day*',
    'Login email to Jane Doe, if your onboarding service sends one',
    `Message ${inChannel} and to ${both}`,
    '*Mon 24 Mar*',
    'First-week question to Marcus Oyelaran',
    'Reminders go out at 09:00 (London).',
  ]);
  await ines.close();
  await ines.send('New hire added');
  await ines.closeAll();
  async function planned() {
    await ines.openPerson();
    const lines = ines.pageText().split('\n');
    await ines.closeAll();
    return lines
      .slice(lines.indexOf('Timeline'))
      .filter((line) => /^(Reminder|Message|First-week question)/.test(line));
  }
  const reminder = 'Reminder to Marcus Oyelaran and Sofia Lindqvist';
  const after = [
    `Message in <#${channels.hires}> and to Marcus Oyelaran and Sofia Lindqvist`,
    'First-week question to Marcus Oyelaran',
  ];
  expect(await planned()).toEqual([reminder, reminder, ...after]);
  clock.moveToDay('2031-03-10');
  await sofia.untilMessage('Jane Doe starts in');
  await marcus.untilMessage('Jane Doe starts in');
  await expect.poll(planned).toEqual([reminder, ...after]);

  clock.moveToDay('2031-03-17');
  await marcus.untilMessage('Jane Doe starts today, with you as manager.');
  await ines.openPerson();
  await ines.press('Rehearse');
  await ines.untilMessage(`Rehearsal: ${firstWeek}`);
  expect(posted('Rehearsal: ')).toHaveLength(1);
  await ines.closeAll();
  clock.moveToDay('2031-03-25');
  await marcus.untilMessage('Ask them how the first week went.');
  await ines.openPerson();
  expect(ines.view().buttons).not.toContain('Rehearse');
});

it('rehearses every message in a thread that only who fills in the form sees, also past a refusal, and stores none', async ({
  open,
}) => {
  const { ines, sandbox, preview, posted, rows } = await open({ at: begin });
  await preview();
  sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: 2_000 });
  await Promise.all([ines.press('Rehearse'), ines.press('Rehearse')]);
  await ines.untilPage('You’ll get these as direct messages now.');
  const last = await ines.untilMessage(`Rehearsal: ${firstWeek}`);
  expect(last.texts.join()).toContain('Mon 24 Mar · First-week question to Marcus Oyelaran');
  const rehearsed = [
    'Jane Doe joins on Mon 17 Mar',
    joinsFor('manager'),
    soonFor(7, 'manager'),
    soonFor(3, 'manager'),
    'Jane Doe starts today',
    'Jane Doe starts today, with you as manager.',
    firstWeek,
  ].map((text) => `D0INES: Rehearsal: ${text}`);
  expect(new Set(posted())).toEqual(new Set(['U0INES: Rehearsal for Jane Doe', ...rehearsed]));
  const [first, ...replies] = sandbox.messages('D0INES');
  expect(JSON.stringify(first?.blocks)).toContain('Only you see this.');
  const texts = replies.map(({ text }) => `D0INES: ${text}`);
  expect(texts.filter((text) => rehearsed.includes(text))).toEqual(rehearsed);
  expect(replies).toHaveLength(rehearsed.length);
  expect(new Set(replies.map(({ threadTs }) => threadTs))).toEqual(new Set([first?.ts]));
  const stored = await rows('messages');
  expect(stored.filter(({ recipient }) => String(recipient).includes('U0INES'))).toEqual([]);

  await ines.closeAll();
  await preview();
  await ines.untilMessage('Your draft for Jane Doe is saved.');
  await ines.press('Rehearse');
  // The first one was posted twice.
  await ines.until(() => posted('Rehearsal for').length === 3);
  sandbox.addFault({ kind: 'error', target: 'chat.postMessage' });
  await ines.untilMessage('Slack didn’t take one message.');
  expect(posted('Rehearsal: ')).toHaveLength(2 * rehearsed.length);
  expect(posted('Slack didn’t take')).toHaveLength(1);
});

const distant = ['9999-12-31', '9000-01-01', '1900-01-01'];
inWhole.for(distant)('adds a hire who starts on %s, and sends no reminders', async (on, { open }) => {
  const { clock, ines, preview, posted } = await open({ at: begin });
  await preview({ Manager: 'Marcus Oyelaran', 'Start day': on });
  await ines.close();
  await ines.send('New hire added');
  await ines.untilMessage(/^Jane Doe join(s|ed) on/, channels.hires);
  await ines.closeAll();
  const before = posted().length;
  clock.moveToDay('2031-06-24');
  await ines.openHome();
  expect(posted().length).toBeLessThanOrEqual(before + 2);
  expect(posted('starts')).toEqual([]);
});

inWhole('posts a morning’s messages in order, one a second, and answers before them', async ({ open }) => {
  const { clock, ines, marcus, sandbox, hire, posted } = await open({ at: begin });
  const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
  for (const name of names) await hire({ name: `${name} Doe`, fields: {} });
  for (const name of names) await ines.untilMessage(`${name} Doe joins`, channels.hires);
  // Retry-After of one message in milliseconds, longer than a slow machine needs. Only its channel has to wait.
  const enough = 240_000;
  sandbox.addFault({ kind: 'ratelimited', target: 'chat.postMessage', milliseconds: enough });
  clock.moveToDay('2031-03-17', '09:00', 'UTC');
  await expect.poll(() => posted('starts today')).toHaveLength(1);
  await ines.fillIn(`/newhire Eve Doe eve@acme.example ${startDay}`, { Manager: 'Marcus Oyelaran' });
  await ines.submitAndAgree();
  await marcus.untilMessage('Eve Doe joins');
  // Answers go out before planned messages, even those due earlier.
  expect(posted('starts today')).toHaveLength(1);
  clock.moveBy(enough);
  const inChannel = () =>
    sandbox.messages(channels.hires).filter(({ text }) => text.includes('starts today'));
  await ines.until(() => inChannel().length === names.length);
  // The refused first message is retried after the others, which keep their order.
  expect(inChannel().map(({ text }) => text)).toEqual(
    [...names.slice(1), ...names.slice(0, 1)].map((name) => `${name} Doe starts today`),
  );
  // Only the average gap counts: a message that a busy machine sends late shortens the next gap.
  const [first = 0, ...others] = inChannel().map(({ ts }) => Number(ts));
  expect((others.at(-1) ?? 0) - first).toBeGreaterThan(others.length / 2);
});

it('says who is reminded of an offboarding, and rehearses it only to the viewer', async ({ open }) => {
  const { clock, marcus, sandbox, checkOffboarding, posted } = await open({ at: begin });
  const [warning, inChannel] = ['is on a weekend', `in <#${channels.private}>`];
  const page = await checkOffboarding({ on: '2031-03-16' });
  expect(page).toContain(warning);
  expect(page).toContain(
    [
      '*Now*',
      `Message ${inChannel}`,
      '*Fri 7 Mar, Thu 13 Mar, Fri 14 Mar*',
      `Reminder ${inChannel} and to you`,
    ].join('\n'),
  );
  await Promise.all([marcus.press('Rehearse'), marcus.press('Rehearse')]);
  await clock.hurry(() => marcus.until(() => posted('Rehearsal: ').length === 4));
  expect(marcus.pageText()).toContain(warning);
  expect(marcus.view().texts.filter((text) => text.includes('as direct messages now'))).toHaveLength(1);
  const started = 'Sofia Lindqvist’s offboarding has started.';
  expect(posted('has started')).toEqual([`D0MARCUS: Rehearsal: ${started}`]);
  await marcus.send('Offboarding started');
  await marcus.until(() => posted(`${channels.private}: ${started}`).length === 1);
  expect(posted('Rehearsal: ')).toHaveLength(4);
  expect(posted('D0MARCUS: Rehearsal: ')).toHaveLength(4);
  expect(sandbox.messages(channels.private).filter(({ text }) => text.includes('Rehearsal'))).toEqual([]);
});

it('sends late messages as late, and none that nobody needs any more', async ({ open }) => {
  const { bot, clock, marcus, hire, posted, start } = await open({ at: begin });
  await hire();
  await bot.stop();
  clock.moveToDay('2031-03-14', '11:00');
  await start();
  await marcus.until(() => posted('Jane Doe starts').length === 2);
  const late = await marcus.untilMessage('with you as manager');
  expect(posted('Jane Doe starts in')).toHaveLength(2);
  expect(late.texts.join()).toContain('This was planned for Fri 14 Mar, 09:00 (London) and comes late.');
});

const headlineOf = ({ ines }: World) => ines.messages(channels.hires)[0]?.texts.join('\n') ?? '';

it('follows a moved, cancelled and resumed start, and updates the announcement', async ({ open }) => {
  const office = await open({ at: begin });
  const { clock, ines, marcus, sofia, amend, posted } = office;
  await office.hire();
  await amend('Move start day', { 'New start day': '2031-04-14' });
  await ines.until(() => headlineOf(office).includes('New start day: Mon 14 Apr'));
  clock.moveToDay('2031-03-10', '12:00');
  clock.moveToDay('2031-03-14', '12:00');
  expect(posted('Jane Doe starts in')).toEqual([]);
  await amend('Move start day', { 'New start day': startDay });
  await ines.until(() => headlineOf(office).includes('Starts soon: Mon 17 Mar'));
  await amend('Move start day', { 'New start day': '2031-04-14' });
  await ines.until(() => headlineOf(office).includes('New start day: Mon 14 Apr'));
  await amend('Cancel start');
  await ines.until(() => headlineOf(office).includes('Won’t start'));
  // Never back to the first day.
  expect(headlineOf(office)).not.toContain('joins on');
  const before = posted('Jane Doe').length;
  for (const day of ['2031-04-07', '2031-04-11', '2031-04-14', '2031-04-21']) clock.moveToDay(day, '10:00');
  expect(posted('Jane Doe')).toHaveLength(before);
  await amend('Resume start', { 'Start day': '2031-05-05' });
  await amend('Move start day', { 'New start day': '2031-05-12' });
  await ines.until(() => headlineOf(office).includes('Mon 12 May'));
  clock.moveToDay('2031-05-12');
  await marcus.untilMessage('Jane Doe starts today, with you as manager.');
  await ines.until(() => headlineOf(office).includes('Started on Mon 12 May'));
  await ines.untilMessage('Jane Doe starts today', channels.hires);
  await sofia.untilMessage('Jane Doe starts today, with you as buddy.');
  clock.moveToDay('2031-05-18');
  expect(posted('Jane Doe starts today')).toHaveLength(3);
  expect(posted('tomorrow')).toEqual([]);
});

const lostAnnouncements = [
  {
    how: 'that was deleted',
    lose: ({ sandbox }: World, ts: string) => call(sandbox, 'chat.delete', { channel: channels.hires, ts }),
  },
  {
    how: 'in an archived channel',
    lose: ({ sandbox }: World) => sandbox.changeChannel(channels.hires, { isArchived: true }),
  },
];

it.for(some(lostAnnouncements, 1))(
  'gives up an announcement $how, and says so',
  async ({ lose }, { open }) => {
    const office = await open({ at: begin });
    const { clock, ines, sandbox, amend, posted } = office;
    await office.hire();
    await ines.untilMessage('Jane Doe joins', channels.hires);
    const [{ ts } = { ts: '' }] = sandbox.messages(channels.hires);
    await lose(office, ts);
    await amend('Move start day', { 'New start day': '2031-03-31' });
    const updates = () =>
      sandbox.calls('chat.update').filter(({ args }) => JSON.stringify(args).includes(ts));
    await expect.poll(() => updates().length).toBe(1);
    async function pageOfJane() {
      await ines.pressSpoken('Details: Jane Doe');
      const { texts } = await ines.untilPage('Timeline');
      await ines.closeAll();
      return texts.join('\n');
    }
    await expect.poll(pageOfJane).toMatch(/Announcement to <#\w+> · deleted in Slack or its channel/);
    sandbox.changeChannel(channels.hires, { isArchived: false });
    for (const day of ['2031-03-24', '2031-03-31']) clock.moveToDay(day, '10:00');
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    expect(updates()).toHaveLength(1);
    expect(posted(`${channels.hires}: Jane Doe joins`)).toHaveLength(1);
  },
);

it('follows other hours and holidays, from the next reminder on', async ({ open }) => {
  const { clock, ines, marcus, hire, set, posted } = await open({ at: begin });
  await hire();
  const changed = { 'Time of day': '11:00', Holidays: '2031-03-10\n2031-03-14 Founders’ day' };
  await set('Reminders', changed);
  clock.moveToDay('2031-03-06', '11:00');
  await marcus.untilMessage('Jane Doe starts in');
  clock.moveToDay('2031-03-13', '10:59');
  expect(posted('with you as manager')).toHaveLength(2);
  clock.moveToDay('2031-03-13', '11:00');
  await marcus.until(() => posted('with you as manager').length === 3);
  clock.moveToDay('2031-03-17', '11:00');
  await ines.untilMessage('Jane Doe starts today', channels.hires);
});

inWhole('tells HR once, and on the page, that a manager’s account is deactivated', async ({ open }) => {
  const { clock, ines, marcus, sofia, sandbox, hire, posted } = await open({ at: begin });
  await hire();
  await marcus.untilMessage('with you as manager');
  sandbox.changePerson('U0MARCUS', { isDeleted: true });
  const before = posted(marcusSays('')).length;
  const sentence =
    'Marcus Oyelaran (manager) won’t get messages about Jane Doe any more: their Slack account is deactivated.';
  for (const [index, day] of ['2031-03-10', '2031-03-14', '2031-03-17'].entries()) {
    clock.moveToDay(day);
    await sofia.until(() => posted(sofiaSays('Jane Doe starts')).length === index + 1);
    const news = await ines.untilMessage(sentence, channels.private);
    expect(news.texts).toEqual(expect.arrayContaining(['Start day: Mon 17 Mar', 'Choose who takes over.']));
  }
  clock.moveToDay('2031-03-24');
  const dropped = 'to Marcus Oyelaran · not sent: deactivated in Slack';
  async function droppedLines() {
    await ines.openPerson();
    const lines = ines.pageText().split('\n');
    await ines.closeAll();
    return lines.filter((line) => line.endsWith(dropped));
  }
  await expect.poll(droppedLines).toHaveLength(4);
  expect(posted(sentence)).toHaveLength(1);
  expect(posted(marcusSays(''))).toHaveLength(before);
});
