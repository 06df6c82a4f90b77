import { expect } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { Person } from '../driver/person.ts';
import { channels, ourService, releasedService } from './office.ts';
import { begin, everyWay, inWhole, it, type Open, type World } from './world.ts';

type Office = Pick<World, 'ines' | 'marcus' | 'sandbox' | 'bot' | 'checkOffboarding'>;

const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True' };
const question = 'Approve Sofia Lindqvist’s offboarding?';
const started = 'Sofia Lindqvist’s offboarding has started.';
const approved = 'HR approved Sofia Lindqvist’s offboarding.';
const lapsed = 'Nobody approved Sofia Lindqvist’s offboarding in time';
const lastDay = '2031-03-31';
const confirm = { confirm: true };

async function ask(
  { marcus, ines, checkOffboarding }: Office,
  channel: string | undefined = channels.private,
) {
  expect(await checkOffboarding({ on: lastDay })).toContain('HR has to approve this first.');
  expect(marcus.view().submit).toBe('Ask HR');
  await marcus.send('Waiting for HR');
  expect(marcus.pageText()).toContain('You’ll get a message when HR decides.');
  await marcus.closeAll();
  return ines.untilMessage(question, channel);
}

async function asked(open: Open, options: Omit<Parameters<Open>[0], 'service'> = {}) {
  const office = await open({ service: releasedService, env, ...options });
  await ask(office);
  return office;
}

async function states({ bot }: Pick<Office, 'bot'>) {
  return (await bot.ledger.list(50)).map(({ state, attempts }) => `${state} ${attempts}`);
}

const inChannel = ({ sandbox }: Office) => JSON.stringify(sandbox.messages(channels.private));

async function write(person: Person, button: string, field: string, text: string) {
  await person.fillIn(button, { [field]: text });
  await person.submit();
}

it.for(everyWay)('sends a manager’s offboarding once HR approves it ($way)', async (way, { open }) => {
  const office = await open({ ...way, env });
  const { marcus, ines } = office;
  const { texts } = await ask(office);
  expect(texts.join('\n')).toContain('Requested by <@U0MARCUS>.');
  expect(texts.join('\n')).toContain('Last day: Mon 31 Mar');
  // Our own service can take an offboarding back; in others it's undone by hand.
  const undone = way.service === ourService ? 'You can cancel it later.' : 'can’t be undone from Slack';
  const dialog = { outcome: 'confirm', dialog: { text: expect.stringContaining(undone) } };
  expect(await ines.press('Approve')).toMatchObject(dialog);
  expect(await ines.pressInHome('Approve')).toMatchObject(dialog);
  expect(await states(office)).toEqual(['awaiting_approval 0']);
  await ines.press('Approve', confirm);
  expect((await marcus.untilMessage(started)).texts.join()).toContain('Approved by <@U0INES>.');
  await ines.untilMessage(started, channels.private);
  await expect.poll(() => inChannel(office)).toContain('Approved by <@U0INES>.');
  expect(inChannel(office)).not.toContain('approval_approve');
  expect(await states(office)).toEqual(['done 1']);
});

it('tells the requester of the approval at once only if the offboarding can’t start yet', async ({
  open,
}) => {
  const office = await asked(open);
  const { marcus, ines, service, clock, sandbox } = office;
  service.spoilToken(service.token, 'removed');
  await ines.press('Approve', confirm);
  await expect.poll(() => states(office)).toEqual(['pending 1']);
  clock.moveBy(11_000);
  const { texts } = await marcus.untilMessage(approved);
  const said = [
    'Approved by <@U0INES>.',
    'Sofia Lindqvist’s offboarding hasn’t started yet.',
    'There’s no need to enter it again.',
  ];
  for (const sentence of said) expect(texts.join('\n')).toContain(sentence);
  service.allowToken(service.token);
  clock.moveBy(10 * 60_000);
  await marcus.untilMessage(started);
  await sandbox.settled();
  expect(marcus.directMessages().filter(({ text }) => text.includes(approved))).toHaveLength(1);
});

it('asks HR still when the stored setting is damaged and the bot restarts', async ({ open }) => {
  const office = await open({ service: releasedService });
  await office.bot.stop();
  const damaged = { name: 'offboardingApproval', value: 'tru', set_by: 'U0INES', set_at: begin };
  await office.inDatabase((db) => db.insertInto('settings').values(damaged).execute());
  const bot = await office.start();
  await ask(office);
  expect(await states({ bot })).toEqual(['awaiting_approval 0']);
});

inWhole(
  'ends a declined request with the reason, keeps a late answer, and lets it be corrected and sent again',
  async ({ open }) => {
    const office = await asked(open);
    const { marcus, ines } = office;
    await write(ines, 'Ask a question', 'Question', 'Why now?');
    await ines.closeAll();
    await marcus.untilMessage('HR has a question');
    await marcus.fillIn('Answer', { Answer: 'Because of the talk' });
    await write(ines, 'Decline', 'Reason', 'Wait for *the* <!channel> talk');
    await ines.untilPage('<@U0MARCUS> gets a message');
    await marcus.submitUntil('Nothing was changed');
    expect(marcus.pageText()).toContain('Because of the talk');
    await marcus.closeAll();
    const said = await marcus.untilMessage('HR declined Sofia Lindqvist’s offboarding.');
    expect(said.texts.join('\n')).toContain('Wait for');
    expect(inChannel(office)).not.toContain('<!channel>');
    await expect.poll(() => inChannel(office)).toContain('Declined by <@U0INES>.');
    expect(await states(office)).toEqual(['cancelled 0']);
    await marcus.open('Correct and send again', 'Start offboarding');
    await marcus.send('Waiting for HR');
    await expect.poll(() => states(office)).toEqual(['awaiting_approval 0', 'cancelled 0']);
  },
);

it('brings a question to the requester, and the answer to HR', async ({ open }) => {
  const office = await asked(open);
  const { marcus, ines } = office;
  await write(ines, 'Ask a question', 'Question', 'Is the laptop back?');
  await ines.closeAll();
  const about = 'HR has a question about Sofia Lindqvist’s offboarding.';
  const { texts } = await marcus.untilMessage(about);
  // The question is in App Home and on the person's page, too, where no message is needed.
  await marcus.visitHome(
    /Needs your answer\n\*Sofia Lindqvist\* · Leaving Mon 31 Mar 2031 · HR has a question/,
  );
  expect(marcus.home()?.buttons).toContain('Answer');
  await marcus.pressSpoken('Details: Sofia Lindqvist');
  await marcus.untilView('Person');
  expect(marcus.view().buttons).toContain('Answer');
  expect(marcus.pageText()).toContain('HR has a question');
  await marcus.closeAll();
  await marcus.open('Answer');
  for (const shown of [texts.join('\n'), marcus.pageText()])
    expect(shown).toContain('<@U0INES> asked: Is the laptop back?');
  expect(marcus.pageText()).toContain(about);
  expect(marcus.pageText()).not.toContain('Approve');
  await marcus.submit({ Answer: 'Yes, since Monday' });
  await marcus.closeAll();
  await marcus.visitHome(/Waiting\n\*Sofia Lindqvist\* · Leaving Mon 31 Mar 2031 · Waiting for HR/);
  expect(marcus.home()?.buttons).not.toContain('Answer');
  const answered = await ines.untilMessage(`Answered: ${question}`, channels.private);
  expect(answered.texts.join()).toContain('<@U0MARCUS> answered: Yes, since Monday');
  expect(await states(office)).toEqual(['awaiting_approval 0']);
  await ines.press('Approve', confirm);
  await marcus.untilMessage(started);
  await office.sandbox.settled();
  expect(ines.directMessages()).toEqual([]);
});

it('lets nobody approve a request of theirs or about them', async ({ open }) => {
  const members = ['U0INES', 'U0GRACE', 'U0MARCUS'];
  const hrChannel = { id: channels.private, name: 'people-ops', isPrivate: true, members, hasApp: true };
  const others = demoWorkspace.channels.filter(({ id }) => id !== hrChannel.id);
  const office = await asked(open, { workspace: { channels: [...others, hrChannel] } });
  const { marcus, sofia } = office;
  await office.bot.stop();
  Object.assign(office.environment, { FRONTDESK_HR: 'U0INES,U0GRACE,U0SOFIA,U0MARCUS' });
  const bot = await office.start();
  await bot.directory.refresh();
  await sofia.pressInHome('Approve', confirm);
  await sofia.until(() => JSON.stringify(sofia.screen()).includes('This request is about you.'));
  await marcus.untilMessage(question, channels.private);
  await marcus.press('Approve', confirm);
  await marcus.until(() => JSON.stringify(marcus.screen()).includes('This is your own request.'));
  expect(await states({ bot })).toEqual(['awaiting_approval 0']);
});

it('lets the requester cancel, and needs no approval of what HR starts', async ({ open }) => {
  const office = await asked(open);
  const { marcus, ines, checkOffboarding } = office;
  await marcus.pressInHome('Cancel', confirm);
  await expect.poll(() => inChannel(office)).toContain('Cancelled by <@U0MARCUS>.');
  await checkOffboarding({ by: ines, on: lastDay });
  await ines.press('Start offboarding');
  await ines.untilMessage(started, channels.private);
});

it('asks again when approval became needed while the page was open', async ({ open }) => {
  const office = await open({ service: releasedService });
  const { marcus, checkOffboarding, set } = office;
  await checkOffboarding({ on: lastDay });
  expect(marcus.view().submit).toBe('Start offboarding');
  const needed = 'HR approves the offboardings that managers start';
  await set('Approval', { Offboardings: [needed] });
  await marcus.submit();
  await marcus.until(() => marcus.view().submit === 'Ask HR');
  expect(await states(office)).toEqual([]);
});

/** Marcus has asked, and nobody decides. `at` moves the clock in UTC. */
async function waiting(open: Open, deputies = ['U0LEILA']) {
  const managers = { FRONTDESK_MANAGERS: ['U0MARCUS', ...deputies].join(',') };
  const office = await open({ service: releasedService, at: begin, env: { ...env, ...managers } });
  await office.set('Approval', { Deputies: deputies, 'Deputies: last day': lastDay });
  await ask(office);
  return { ...office, at: (day: string, time: string) => office.clock.moveToDay(day, time, 'UTC') };
}

it('reminds HR after a day, once, then the deputies, and ends with a word to all', async ({ open }) => {
  const office = await waiting(open);
  const { marcus, ines, leila, posted, at } = office;
  at('2031-03-04', '11:58');
  expect(posted('Reminder: Approve')).toEqual([]);
  at('2031-03-04', '12:02');
  await ines.untilMessage(`Reminder: ${question}`, channels.private);
  at('2031-03-05', '11:58');
  expect(posted('Reminder: Approve')).toHaveLength(1);
  at('2031-03-05', '12:02');
  await leila.untilMessage(`Reminder: ${question}`);
  at('2031-03-07', '12:02');
  await ines.untilMessage(`Last reminder: ${question}`, channels.private);
  await leila.untilMessage(`Last reminder: ${question}`);
  at('2031-03-10', '12:02');
  await marcus.untilMessage(lapsed);
  await ines.untilMessage(lapsed, channels.private);
  await expect.poll(() => inChannel(office)).toContain('Nobody decided in time.');
  expect(await states(office)).toEqual(['cancelled 0']);
  expect(posted('eminder: Approve')).toHaveLength(4);
  await leila.press('Approve', confirm).catch(() => undefined);
  expect(await states(office)).toEqual(['cancelled 0']);
});

it('brings the answer directly to a deputy, who isn’t in HR’s channel', async ({ open }) => {
  const { marcus, ines, leila, at } = await waiting(open);
  at('2031-03-05', '12:02');
  await leila.untilMessage(`Reminder: ${question}`);
  await write(leila, 'Ask a question', 'Question', 'Is the laptop back?');
  await leila.closeAll();
  await marcus.untilMessage('HR has a question');
  await write(marcus, 'Answer', 'Answer', 'Yes');
  await ines.untilMessage(`Answered: ${question}`, channels.private);
  const { texts } = await leila.untilMessage(`Answered: ${question}`);
  expect(texts.join()).toContain('<@U0MARCUS> answered: Yes');
});

it('gives people the time after all where it didn’t run when they should be reminded', async ({ open }) => {
  const { marcus, ines, bot: first, start, at } = await waiting(open);
  await first.stop();
  at('2031-03-20', '13:00');
  const bot = await start();
  const { texts } = await ines.untilMessage(`Last reminder: ${question}`, channels.private);
  expect(texts.join('\n')).toContain('Expires Fri 21 Mar, 13:0');
  expect(await states({ bot })).toEqual(['awaiting_approval 0']);
  at('2031-03-21', '13:05');
  await marcus.untilMessage(lapsed);
  expect(await states({ bot })).toEqual(['cancelled 0']);
});

inWhole('tells no deputy of their own leaving, also before a new process knows anybody', async ({ open }) => {
  const { ines, leila, service, bot: first, start, posted, at } = await waiting(open, ['U0SOFIA', 'U0LEILA']);
  await first.stop();
  service.spoilToken(service.token, 'removed');
  at('2031-03-05', '12:02');
  const bot = await start();
  await ines.untilMessage(`Reminder: ${question}`, channels.private);
  service.allowToken(service.token);
  await bot.directory.refresh();
  at('2031-03-05', '12:04');
  await leila.untilMessage(`Reminder: ${question}`);
  expect(posted(question).filter((line) => line.startsWith('U0SOFIA'))).toEqual([]);
});

inWhole('asks each of HR’s people when the private channel is gone', async ({ open }) => {
  const lost = { ...env, FRONTDESK_PRIVATE_CHANNEL: 'C0NOWHERE' };
  const office = await open({ service: releasedService, env: lost });
  const { marcus, ines, grace } = office;
  await ask(office, 'D0INES');
  await grace.untilMessage(question);
  await write(ines, 'Ask a question', 'Question', 'Why now?');
  await ines.closeAll();
  await marcus.untilMessage('HR has a question');
  await write(marcus, 'Answer', 'Answer', 'Because');
  for (const person of [ines, grace]) await person.untilMessage(`Answered: ${question}`);
  await office.allSent();
  for (const person of [ines, grace])
    expect(person.directMessages().filter(({ text }) => text.includes('Answered'))).toHaveLength(1);
  await ines.press('Approve', confirm);
  await marcus.untilMessage(started);
  await expect.poll(() => JSON.stringify(grace.directMessages())).toContain('Approved by <@U0INES>.');
});
