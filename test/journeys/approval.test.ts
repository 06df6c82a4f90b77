import { describe, expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { demoWorkspace } from '../../src/commands/demo/cast.ts';
import { openDatabase } from '../../src/database/open.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import { begin, officeAt, posted } from './moved-office.ts';
import { channels, everyWay, type Office, openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True' };
const question = 'Approve the offboarding of Sofia Lindqvist?';
const lastDay = '2031-03-31';

async function askFor({ marcus }: Office, day = lastDay) {
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': day });
  await marcus.submit();
  const { texts, submit } = await marcus.untilView('Check and start');
  expect(submit).toBe('Ask HR');
  expect(texts.join('\n')).toContain('HR has to approve this.');
  await marcus.submit();
  const page = await marcus.untilView('Waiting for HR');
  expect(page.texts.join('\n')).toContain('nothing has been sent to the onboarding service');
  await marcus.closeAll();
}

async function states({ bot }: Office) {
  const all = await bot.ledger.list(50);
  return all.map(({ state, attempts }) => `${state} ${attempts}`);
}

const inChannel = ({ sandbox }: Office) => JSON.stringify(sandbox.messages(channels.private));
const told = (office: Office, part: string) => posted(office, part);

describe.each(everyWay)('in %s (%s), against %s', (_mode, mode, name, startService) => {
  it('sends a manager’s offboarding when HR has approved it, and not before', async () => {
    const service = await startService(cleanup);
    const office = await openOffice(cleanup, { mode, service, env });
    const { marcus, ines } = office;
    await askFor(office);
    const asked = await ines.untilMessage(question, channels.private);
    expect(asked.texts.join('\n')).toContain('Requested by <@U0MARCUS>.');
    expect(asked.texts.join('\n')).toContain('Last day: Mon, 31 March 2031');
    expect(await states(office)).toEqual(['awaiting_approval 0']);
    // Our own service can take an offboarding back; in others it's undone by hand.
    const undone = name === 'our service' ? 'It can be called off later.' : 'can’t be undone there';
    const confirm = { outcome: 'confirm', dialog: { text: expect.stringContaining(undone) } };
    expect(await ines.press('Approve')).toMatchObject(confirm);
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Approve'));
    expect(await ines.press('Approve')).toMatchObject(confirm);
    expect(await states(office)).toEqual(['awaiting_approval 0']);
    await ines.press('Approve', { confirm: true });
    await marcus.untilMessage('HR approved the offboarding of Sofia Lindqvist.');
    await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    await expect.poll(() => inChannel(office)).toContain('Approved by <@U0INES>.');
    expect(inChannel(office)).not.toContain('approval_approve');
    expect(await states(office)).toEqual(['done 1']);
  });
});

async function officeWith(options: Partial<Parameters<typeof openOffice>[1]> = {}) {
  const service = await releasedService(cleanup);
  return openOffice(cleanup, { service, ...options, env: { ...env, ...options.env } });
}

it('asks HR still when the stored setting is damaged and the bot restarts', async () => {
  const office = await officeWith({ env: { FRONTDESK_OFFBOARDING_APPROVAL: '' } });
  await office.bot.stop();
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  const by = { set_by: 'U0INES', set_at: begin };
  await db
    .insertInto('settings')
    .values({ name: 'offboardingApproval', value: 'tru', ...by })
    .execute();
  await close();
  const bot = await office.start();
  await askFor(office);
  expect(await states({ ...office, bot })).toEqual(['awaiting_approval 0']);
});

inWhole('ends a declined one with the reason, and lets it be corrected and sent again', async () => {
  const office = await officeWith();
  const { marcus, ines } = office;
  await askFor(office);
  await ines.untilMessage(question, channels.private);
  await ines.press('Decline');
  await ines.untilView('Decline');
  await ines.fill({ Reason: 'Wait for *the* <!channel> talk' });
  await ines.submit();
  expect((await ines.untilView('Decline')).texts.join()).toContain('Frontdesk is telling <@U0MARCUS>');
  const said = await marcus.untilMessage('HR declined the offboarding of Sofia Lindqvist.');
  expect(said.texts.join('\n')).toContain('Wait for');
  expect(JSON.stringify(office.sandbox.messages(channels.private))).not.toContain('<!channel>');
  await expect.poll(() => inChannel(office)).toContain('Declined by <@U0INES>.');
  expect(await states(office)).toEqual(['cancelled 0']);
  await marcus.press('Correct and send again');
  await marcus.untilView('Start offboarding');
  await marcus.submit();
  await marcus.untilView('Check and start');
  await marcus.submit();
  await marcus.untilView('Waiting for HR');
  await expect.poll(() => states(office)).toEqual(['awaiting_approval 0', 'cancelled 0']);
});

it('brings a question to whoever asked, and the answer to HR', async () => {
  const office = await officeWith();
  const { marcus, ines } = office;
  await askFor(office);
  await ines.untilMessage(question, channels.private);
  await ines.press('Ask back');
  await ines.untilView('Ask back');
  await ines.fill({ Question: 'Is the laptop back?' });
  await ines.submit();
  await ines.closeAll();
  const asked = await marcus.untilMessage('HR has a question about the offboarding of Sofia Lindqvist.');
  expect(asked.texts.join()).toContain('<@U0INES> asked: Is the laptop back?');
  await marcus.press('Answer');
  const window = (await marcus.untilView('Answer')).texts.join('\n');
  expect(window).toContain('HR has a question about the offboarding of Sofia Lindqvist.');
  expect(window).toContain('<@U0INES> asked: Is the laptop back?');
  expect(window).not.toContain('Approve');
  await marcus.fill({ Answer: 'Yes, since Monday' });
  await marcus.submit();
  await marcus.closeAll();
  const answered = await ines.untilMessage(`Answered: ${question}`);
  expect(answered.texts.join()).toContain('<@U0MARCUS> answered: Yes, since Monday');
  expect(await states(office)).toEqual(['awaiting_approval 0']);
  await ines.press('Approve', { confirm: true });
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
});

inWhole(
  'brings a question, a reason and a late answer whole signs at a time, however much they grow when escaped',
  async () => {
    const office = await officeWith();
    const { marcus, ines, sandbox } = office;
    const long = '&<*'.repeat(333);
    await askFor(office);
    await ines.untilMessage(question, channels.private);
    await ines.press('Ask back');
    await ines.untilView('Ask back');
    await ines.fill({ Question: long });
    await ines.submit();
    await ines.closeAll();
    const asked = await marcus.untilMessage('HR has a question');
    expect(asked.texts.join('\n')).toMatch(/asked: &amp;&lt;\u200B\*\u200B.*(?:&amp;|&lt;|\u200B\*\u200B)…/);
    await marcus.press('Answer');
    await marcus.untilView('Answer');
    await marcus.fill({ Answer: long });
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Details'));
    await ines.press('Details');
    expect((await ines.untilView('Request')).texts.join('\n')).toContain('<@U0INES> asked: &amp;');
    await ines.press('Decline');
    await ines.untilView('Decline');
    await ines.fill({ Reason: long });
    await ines.submit();
    await marcus.untilMessage('HR declined');
    // Too late, but the text isn't lost.
    await marcus.submit();
    await marcus.until(() => marcus.view().texts.join().includes('Your press changed nothing'));
    expect(marcus.view().texts.join('')).toContain(long);
    await sandbox.settled();
    const refused = sandbox.calls().filter(({ answer }) => answer?.error === 'invalid_blocks');
    expect(refused).toEqual([]);
  },
);

it('lets nobody approve their own, nor one about themselves, and the first decision counts', async () => {
  const members = ['U0INES', 'U0GRACE', 'U0MARCUS'];
  const hrChannel = { id: channels.private, name: 'people-ops', isPrivate: true, members, hasApp: true };
  const all = [...demoWorkspace.channels.filter(({ id }) => id !== hrChannel.id), hrChannel];
  const office = await officeWith({ workspace: { channels: all } });
  const { marcus, ines, sofia, sandbox } = office;
  const grace = sandbox.person('U0GRACE');
  await askFor(office);
  await ines.untilMessage(question, channels.private);
  await office.bot.stop();
  Object.assign(office.environment, { FRONTDESK_HR: 'U0INES,U0GRACE,U0SOFIA,U0MARCUS' });
  office.bot = await office.start();
  await office.bot.directory.refresh();
  const request = (await office.bot.ledger.list(1))[0];
  await sofia.openHome();
  await sofia.until(() => sofia.home()?.buttons.includes('Approve'));
  await sofia.press('Approve', { confirm: true });
  await sofia.until(() => JSON.stringify(sofia.screen()).includes('This request is about you.'));
  await sofia.closeAll();
  // Marcus is HR by now, and reads the channel.
  await marcus.untilMessage(question, channels.private);
  await marcus.press('Approve', { confirm: true });
  await marcus.until(() => JSON.stringify(marcus.screen()).includes('This is your own request.'));
  expect(await states(office)).toEqual(['awaiting_approval 0']);
  await ines.openHome();
  await grace.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Approve'));
  await grace.until(() => grace.home()?.buttons.includes('Decline'));
  await grace.press('Decline');
  await grace.untilView('Decline');
  await grace.fill({ Reason: 'Not now' });
  await Promise.all([ines.press('Approve', { confirm: true }), grace.submit()]);
  await expect.poll(async () => (await states(office)).join()).toMatch(/^(done 1|cancelled 0)$/);
  const approval = await office.bot.ledger.approvalOf(request?.id ?? '');
  const isApproved = (await states(office)).includes('done 1');
  expect(approval?.decided).toEqual(
    isApproved ? { what: 'approved', by: 'U0INES' } : { what: 'declined', by: 'U0GRACE' },
  );
  expect(approval?.notes.length).toBe(isApproved ? 0 : 1);
});

it('lets whoever asked cancel, and needs no approval of what HR starts', async () => {
  const office = await officeWith();
  const { marcus, ines } = office;
  await askFor(office);
  await ines.untilMessage(question, channels.private);
  await marcus.openHome();
  await marcus.until(() => marcus.home()?.buttons.includes('Cancel'));
  await marcus.press('Cancel', { confirm: true });
  await expect.poll(() => inChannel(office)).toContain('Cancelled by <@U0MARCUS>.');
  await ines.command('/offboard');
  await ines.untilView('Start offboarding');
  await ines.fill({ Employee: 'Sofia Lindqvist', 'Last day': lastDay });
  await ines.submit();
  expect((await ines.untilView('Check and start')).submit).toBe('Start offboarding');
  await ines.submit();
  await ines.untilMessage('The offboarding of Sofia Lindqvist has started.');
});

it('asks again when approval became needed while the page was open', async () => {
  const office = await officeWith({ env: { FRONTDESK_OFFBOARDING_APPROVAL: '' } });
  const { marcus, ines } = office;
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Sofia Lindqvist', 'Last day': lastDay });
  await marcus.submit();
  expect((await marcus.untilView('Check and start')).submit).toBe('Start offboarding');
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Approval'));
  await ines.press('Approval');
  await ines.untilView('Approval');
  await ines.fill({ Offboardings: ['HR approves the offboardings that managers start'] });
  await ines.submit();
  await ines.until(() => ines.view().texts.join().includes('HR approves the offboardings'));
  await marcus.submit();
  await marcus.until(() => marcus.view().submit === 'Ask HR');
  expect(await states(office)).toEqual([]);
});

describe('when nobody decides', () => {
  const at = (day: string, time: string) => instantOf(day, time, 'UTC');

  async function waiting(deputies = ['U0LEILA']) {
    const service = await releasedService(cleanup);
    const { clock, office } = await officeAt(cleanup, begin, {
      service,
      env: { ...env, FRONTDESK_MANAGERS: ['U0MARCUS', ...deputies].join(',') },
    });
    const { ines } = office;
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Approval'));
    await ines.press('Approval');
    await ines.untilView('Approval');
    await ines.fill({ Deputies: deputies, 'Deputies: last day': '2031-03-31' });
    await ines.submit();
    await ines.until(() => ines.view().texts.join().includes('Deputies until'));
    await ines.closeAll();
    await askFor(office);
    await ines.untilMessage(question, channels.private);
    return { clock, office, service };
  }

  it('reminds HR after a day, once, then the deputies, and ends it with a word to all', async () => {
    const { clock, office } = await waiting();
    const { marcus, ines } = office;
    clock.moveTo(at('2031-03-04', '11:58'));
    expect(told(office, 'Reminder: Approve')).toEqual([]);
    clock.moveTo(at('2031-03-04', '12:02'));
    await ines.untilMessage(`Reminder: ${question}`, channels.private);
    clock.moveTo(at('2031-03-05', '11:58'));
    expect(told(office, 'Reminder: Approve')).toHaveLength(1);
    clock.moveTo(at('2031-03-05', '12:02'));
    const leila = office.sandbox.person('U0LEILA');
    await leila.untilMessage(`Reminder: ${question}`);
    clock.moveTo(at('2031-03-07', '12:02'));
    await ines.untilMessage(`Last reminder: ${question}`, channels.private);
    await leila.untilMessage(`Last reminder: ${question}`);
    clock.moveTo(at('2031-03-10', '12:02'));
    await marcus.untilMessage('Nobody approved the offboarding of Sofia Lindqvist in time');
    await ines.untilMessage('Nobody approved the offboarding of Sofia Lindqvist in time', channels.private);
    await expect.poll(() => inChannel(office)).toContain('Nobody decided in time, so the request ended.');
    expect(await states(office)).toEqual(['cancelled 0']);
    expect(told(office, 'eminder: Approve')).toHaveLength(4);
    await leila.press('Approve', { confirm: true }).catch(() => undefined);
    expect(await states(office)).toEqual(['cancelled 0']);
  });

  it('gives people the time after all, where it did not run when they should have been reminded', async () => {
    const { clock, office } = await waiting();
    const { marcus, ines } = office;
    await office.bot.stop();
    clock.moveTo(at('2031-03-20', '13:00'));
    office.bot = await office.start();
    await ines.untilMessage(`Last reminder: ${question}`, channels.private);
    const reminder = await ines.untilMessage(`Last reminder: ${question}`, channels.private);
    expect(reminder.texts.join('\n')).toContain('ends on Fri, 21 March 2031, 13:0');
    expect(await states(office)).toEqual(['awaiting_approval 0']);
    clock.moveTo(at('2031-03-21', '13:05'));
    await marcus.untilMessage('Nobody approved the offboarding of Sofia Lindqvist in time');
    expect(await states(office)).toEqual(['cancelled 0']);
  });

  inWhole(
    'tells no deputy that they are to leave themselves, also before a new process knows who anybody is',
    async () => {
      const { clock, office, service } = await waiting(['U0SOFIA', 'U0LEILA']);
      await office.bot.stop();
      service.spoilToken(service.token, 'removed');
      clock.moveTo(at('2031-03-05', '12:02'));
      office.bot = await office.start();
      await office.ines.untilMessage(`Reminder: ${question}`, channels.private);
      service.allowToken(service.token);
      await office.bot.directory.refresh();
      clock.moveTo(at('2031-03-05', '12:04'));
      await office.sandbox.person('U0LEILA').untilMessage(`Reminder: ${question}`);
      expect(told(office, question).filter((line) => line.startsWith('U0SOFIA'))).toEqual([]);
    },
  );

  inWhole('lets a deputy decide, as long as they are one', async () => {
    const { clock, office } = await waiting();
    const leila = office.sandbox.person('U0LEILA');
    clock.moveTo(at('2031-03-05', '12:02'));
    await leila.untilMessage(`Reminder: ${question}`);
    await leila.press('Approve', { confirm: true });
    await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    await expect.poll(() => inChannel(office)).toContain('Approved by <@U0LEILA>.');
  });
});

inWhole('loses nothing when the private channel is gone: each of HR’s people is asked', async () => {
  const office = await officeWith({ env: { FRONTDESK_PRIVATE_CHANNEL: 'C0NOWHERE' } });
  const { marcus, ines, sandbox } = office;
  await askFor(office);
  await ines.untilMessage(question);
  await sandbox.person('U0GRACE').untilMessage(question);
  await ines.press('Approve', { confirm: true });
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
  const grace = () => JSON.stringify(sandbox.person('U0GRACE').directMessages());
  await expect.poll(grace).toContain('Approved by <@U0INES>.');
});
