import { describe, expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { inWhole } from '../faults/trials.ts';
import {
  addTask,
  fillTask,
  makeSequence,
  openSequence,
  openSequences,
  pressBeside,
  sequenceNamed,
  sequencesOf,
  shownText,
  taskLines,
} from './kept-sequences.ts';
import { openOffice, ourService, releasedService } from './office.ts';
import { sharedOffice } from './shared-office.ts';

const cleanup = useCleanup();

const welcome = {
  Days: '3',
  'Before or after': 'Before the start day',
  'Who does it': 'Manager',
  'What to do': 'Write to your new colleague',
};
const lunch = { Days: '0', 'Who does it': 'Buddy', 'What to do': 'Have lunch together' };

async function ownOffice(mode: 'socket' | 'http' = 'socket', own = cleanup) {
  const service = await ourService(own);
  return { ...(await openOffice(own, { service, mode })), service };
}

describe.each(['socket', 'http'] as const)('in %s mode', (mode) => {
  const shared = sharedOffice(async (own) => ownOffice(mode, own));

  it('makes a sequence with tasks, which the form for a new hire offers at once', async () => {
    const { ines, service } = shared();
    await makeSequence(ines, 'Design team');
    expect(shownText(ines)).toContain('Onboarding · No tasks yet');
    await addTask(ines, lunch);
    await addTask(ines, welcome);
    expect(taskLines(ines)).toEqual([
      '3 days before the start day · Manager · Write to your new colleague',
      'On the start day · Buddy · Have lunch together',
    ]);
    expect((await sequenceNamed(service, 'Design team'))?.tasks).toEqual([
      { day: -3, owner: 'manager', person: null, text: 'Write to your new colleague' },
      { day: 0, owner: 'buddy', person: null, text: 'Have lunch together' },
    ]);
    await ines.closeAll();
    await ines.command('/newhire');
    await ines.untilView('New hire');
    expect((await ines.options('Sequences', 'Design')).options).toEqual(['Design team']);
  });

  it('adds several starters at once, after a look at the tasks of one', async () => {
    const { ines, service } = shared();
    await openSequences(ines);
    await ines.press('From a starter');
    await ines.until(() => ines.view().fields['Add for people who leave']);
    await ines.fill({ 'Add for people who start': ['First week', 'Buddy’s list'] });
    await pressBeside(ines, 'Buddy’s list');
    await ines.until(() => ines.views().length === 2 && taskLines(ines).length > 0);
    expect(shownText(ines)).toContain('1 day after the start day · Buddy · ');
    await ines.press('Back');
    expect(ines.view().fields['Add for people who start']?.value).toEqual(['First week', 'Buddy’s list']);
    await ines.fill({ 'Add for people who leave': ['Last day'] });
    await ines.submit();
    await ines.until(() => shownText(ines).includes('3 sequences are added.'));
    expect(await sequenceNamed(service, 'Buddy’s list')).toMatchObject({ archived: false });

    await ines.press('From a starter');
    await ines.until(() => shownText(ines).includes('already added'));
    expect(ines.view().texts).toContainEqual(expect.stringMatching(/^First week\n8 tasks · already added$/));
    await expect(ines.fill({ 'Add for people who start': ['First week'] })).rejects.toThrow('no option');
    await ines.submit();
    expect(ines.view().errors['Add for people who start']).toBe('Choose at least one.');
  });
});

it('is there for HR alone, and only where the service can do it', async () => {
  const { ines, marcus } = await openOffice(cleanup, { service: await releasedService(cleanup) });
  const own = await ownOffice();
  for (const person of [ines, marcus, own.marcus]) {
    await person.openHome();
    await person.until(() => person.home()?.buttons.includes('Start offboarding'));
    expect(person.home()?.buttons).not.toContain('Sequences');
  }
});

describe('in one office', () => {
  const shared = sharedOffice(async (own) => ownOffice('socket', own));

  it('changes a task and removes another one, for those who get the sequence from now on', async () => {
    const { ines, service } = shared();
    await ines.command(`/newhire Jane Doe jane@acme.example 2999-01-01`);
    await ines.untilView('New hire');
    await ines.fill({ Sequences: ['Equipment for office people'] });
    await ines.submitAndAgree();
    await ines.untilView('New hire added');
    await openSequence(ines, 'Equipment for office people');
    expect(shownText(ines)).toContain('1 person has open tasks from this sequence. They keep the tasks');

    await pressBeside(ines, '1 day before');
    await ines.untilView('Task');
    expect(ines.view().fields).toMatchObject({
      Days: { value: '1' },
      'Before or after': { value: 'Before the start day' },
      'Who does it': { value: 'HR' },
      'What to do': { value: 'Set the desk up' },
    });
    await ines.fill({ Days: '2', 'What to do': 'Set the desk and the chair up' });
    await ines.submit();
    await ines.untilView('Sequence');
    expect(taskLines(ines)).toContain('2 days before the start day · HR · Set the desk and the chair up');

    await pressBeside(ines, '10 days before');
    await ines.untilView('Task');
    expect(await ines.press('Remove task')).toMatchObject({ outcome: 'confirm' });
    await ines.press('Remove task', { confirm: true });
    await ines.until(() => shownText(ines).includes('The task is removed.'));
    expect(taskLines(ines)).toHaveLength(2);
    const tasks = (await sequenceNamed(service, 'Equipment for office people'))?.tasks;
    expect(tasks?.map(({ day }) => day)).toEqual([-2, 0]);
  });

  it('gives a task to somebody by name, and says at its field what is missing', async () => {
    const { ines, service } = shared();
    await makeSequence(ines, 'Sales');
    const task = { Days: '0', 'Who does it': 'A named person', 'What to do': 'Order the badge' };
    await fillTask(ines, task);
    await ines.submit();
    expect(ines.view().errors['Named person']).toBe('Choose the person who does it.');
    await ines.fill({ 'Named person': 'Sofia Lindqvist' });
    await ines.submit();
    await ines.untilView('Sequence');
    expect(taskLines(ines)).toEqual(['On the start day · Sofia Lindqvist · Order the badge']);
    const person = (await sequenceNamed(service, 'Sales'))?.tasks[0]?.person;
    expect(person).toBeGreaterThan(0);

    await pressBeside(ines, 'On the start day');
    await ines.untilView('Task');
    expect(ines.view().fields['Named person']?.value).toBe('Sofia Lindqvist');
    await service.operator.removeUser('sofia.lindqvist@acme.example');
    await ines.fill({ 'What to do': 'Order the badge and the key' });
    await ines.submit();
    await ines.until(() => shownText(ines).includes('“Save” adds yours as another task.'));
    await ines.submit();
    expect(ines.view().errors['Named person']).toBe(
      'This person isn’t in the onboarding service any more. Choose somebody else.',
    );
    expect(ines.view().fields['What to do']?.value).toBe('Order the badge and the key');
  });

  it('renames, copies, archives and brings back', async () => {
    const { ines, service } = shared();
    await openSequence(ines, 'New manager');
    await ines.press('Rename');
    await ines.untilView('Rename sequence');
    await ines.fill({ Name: 'Equipment for office people' });
    await ines.submit();
    expect(ines.view().errors.Name).toContain('There is a sequence of this kind with this name already.');
    await ines.fill({ Name: 'New team lead' });
    await ines.submit();
    await ines.until(() => shownText(ines).includes('The new name is saved.'));

    await ines.press('Copy');
    await ines.untilView('Copy sequence');
    expect(ines.view().fields.Name?.value).toBe('Copy of New team lead');
    await ines.fill({ 'What it’s for': 'People who leave' });
    await ines.submit();
    await ines.until(() => shownText(ines).includes('The copy is there.'));
    expect(taskLines(ines)[0]).toContain('3 days after the last day · HR · ');

    await ines.press('All sequences');
    await ines.untilView('Sequences');
    await pressBeside(ines, 'New team lead');
    await ines.untilView('Sequence');
    expect(await ines.press('Archive')).toMatchObject({ outcome: 'confirm' });
    await ines.press('Archive', { confirm: true });
    await ines.until(() => shownText(ines).includes('Archived. It can’t be chosen in forms any more.'));
    await ines.press('All sequences');
    await ines.untilView('Sequences');
    expect(shownText(ines)).toMatch(/Archived\nNew team lead\nOnboarding · 3 tasks/);
    expect(await sequenceNamed(service, 'New team lead')).toMatchObject({ archived: true });
    await expect.poll(() => offered(ines, 'New team lead')).toEqual([]);

    await openSequence(ines, 'New team lead');
    await ines.press('Bring back');
    await ines.until(() => shownText(ines).includes('It’s back'));
    await expect.poll(() => offered(ines, 'New team lead')).toEqual(['New team lead']);
  });

  it('is made once however often “Save” is pressed', async () => {
    const { ines, service } = shared();
    await openSequences(ines);
    await ines.press('New sequence');
    await ines.untilView('New sequence');
    await ines.fill({ Name: 'Design team', 'What it’s for': 'People who start' });
    await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
    await ines.untilView('Sequence');
    await fillTask(ines, lunch);
    await Promise.all([ines.submit(), ines.submit()]).catch(() => undefined);
    await ines.untilView('Sequence');
    const made = (await sequencesOf(service)).filter(({ name }) => name === 'Design team');
    expect(made.map(({ tasks }) => tasks.length)).toEqual([1]);
  });

  it('shows a long sequence page by page, and takes no more than a hundred tasks', async () => {
    const { ines, service } = shared();
    const tasks = Array.from({ length: 99 }, (_, day) => ({
      day: day - 50,
      owner: 'hr' as const,
      text: `Task ${day} ${'x'.repeat(480)}`,
    }));
    await service.operator.addSequences([{ name: 'A long one', kind: 'onboarding', tasks }]);
    await openSequence(ines, 'A long one');
    expect(taskLines(ines)).toHaveLength(40);
    await ines.press('Later tasks');
    await ines.until(() => taskLines(ines)[0]?.includes('Task 40 '));
    await ines.press('Later tasks');
    await ines.until(() => taskLines(ines)[0]?.includes('Task 80 '));
    expect(ines.view().buttons).not.toContain('Later tasks');
    await addTask(ines, { ...lunch, Days: '300' });
    expect(taskLines(ines).at(-1)).toContain('300 days after the start day · Buddy · Have lunch together');
    expect(shownText(ines)).toContain('This sequence has 100 tasks, which is the most possible.');
    expect(ines.view().buttons).not.toContain('Add task');
  });

  it('shows what people typed as the letters that they typed', async () => {
    const { ines, sandbox } = shared();
    const name = '<!channel> *bold* <https://evil.example|link> :tada:';
    await makeSequence(ines, name);
    await addTask(ines, { ...lunch, 'What to do': name });
    expect(shownText(ines)).toContain(`Buddy · ${name}`);
    await ines.press('All sequences');
    await ines.untilView('Sequences');
    const shown = JSON.stringify(sandbox.calls().map(({ args }) => args));
    expect(shown).not.toMatch(/"type":"mrkdwn","text":"[^"]*<!channel>/);
  });
});

async function offered(person: Awaited<ReturnType<typeof ownOffice>>['ines'], name: string) {
  await person.closeAll();
  await person.command('/newhire');
  await person.untilView('New hire');
  return (await person.options('Sequences', name)).options;
}

it('says which of the sequences in a form were archived meanwhile, also in one from a template', async () => {
  const { ines, sandbox } = await ownOffice();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Templates'));
  await ines.press('Templates');
  await ines.untilView('Templates');
  await ines.press('New template');
  await ines.untilView('Template');
  await ines.fill({ 'Template name': 'Managers', Sequences: ['New manager'] });
  await ines.submit();
  await ines.untilView('Templates');
  const grace = sandbox.person('U0GRACE');
  const fillIn = async (words: string) => {
    await grace.command(`/newhire ${words}`);
    await grace.untilView('New hire');
    await grace.press('Managers');
    await grace.until(() => shownText(grace).includes('Filled in from'));
  };
  await fillIn('Jane Doe jane@acme.example 2999-01-01');

  await openSequence(ines, 'New manager');
  await ines.press('Archive', { confirm: true });
  await ines.until(() => shownText(ines).includes('Archived.'));
  await expect.poll(() => offered(ines, 'New manager')).toEqual([]);

  await grace.submitAndAgree();
  await grace.until(() => shownText(grace).includes('can’t be sent'));
  expect(shownText(grace)).toContain('“New manager” can’t be chosen any more. Remove it.');
  await grace.closeAll();
  await fillIn('');
  expect(shownText(grace)).toContain('Sequences couldn’t be filled in: “New manager”.');
});

async function shownToBoth() {
  const office = await ownOffice();
  const grace = office.sandbox.person('U0GRACE');
  await openSequence(office.ines, 'Return of equipment');
  await openSequence(grace, 'Return of equipment');
  return { ...office, grace };
}

const call = { Days: '1', 'Who does it': 'HR', 'What to do': 'Call them' };

it('replaces nobody’s change unseen, and loses nothing that was typed', async () => {
  const { ines, grace, service } = await shownToBoth();
  await pressBeside(grace, '7 days after');
  await grace.untilView('Task');
  await grace.fill({ 'What to do': 'Check the laptop and wipe it' });
  await addTask(ines, call);
  await grace.submit();
  await grace.until(() => shownText(grace).includes('Somebody else changed this sequence meanwhile'));
  expect(grace.view().fields['What to do']?.value).toBe('Check the laptop and wipe it');
  expect(shownText(grace)).toContain('1 day after the last day · HR · Call them');
  await grace.submit();
  await grace.untilView('Sequence');
  const texts = (await sequenceNamed(service, 'Return of equipment'))?.tasks.map(({ text }) => text);
  expect(texts).toEqual(['Send a return label for the laptop', 'Call them', 'Check the laptop and wipe it']);
});

inWhole('keeps what was typed about a task that somebody else removed, as another task', async () => {
  const { ines, grace, service } = await shownToBoth();
  await pressBeside(grace, '7 days after');
  await grace.untilView('Task');
  await pressBeside(ines, '7 days after');
  await ines.untilView('Task');
  await ines.press('Remove task', { confirm: true });
  await ines.untilView('Sequence');
  await grace.fill({ 'What to do': 'Wipe it' });
  await grace.submit();
  await grace.until(() => shownText(grace).includes('“Save” adds yours as another task.'));
  await grace.submit();
  await grace.untilView('Sequence');
  const texts = (await sequenceNamed(service, 'Return of equipment'))?.tasks.map(({ text }) => text);
  expect(texts).toEqual(['Send a return label for the laptop', 'Wipe it']);
});

inWhole('does nothing to another task or state than the one on the page that is pressed', async () => {
  const { ines, grace, service } = await shownToBoth();
  await addTask(ines, { ...call, 'Before or after': 'Before the last day', Days: '30' });
  await pressBeside(grace, '7 days after');
  await grace.until(() => shownText(grace).includes('This is what it holds now.'));
  expect(grace.view().title).toBe('Sequence');
  await ines.press('Rename');
  await ines.untilView('Rename sequence');
  await ines.fill({ Name: 'Equipment back' });
  await ines.submit();
  await ines.untilView('Sequence');
  await grace.press('Archive', { confirm: true });
  await grace.until(() => shownText(grace).includes('Nothing of yours was saved.'));
  expect(shownText(grace)).toContain('Equipment back');
  expect(await sequenceNamed(service, 'Equipment back')).toMatchObject({ archived: false });
});
