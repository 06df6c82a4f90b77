import { expect } from 'vitest';
import type { Person } from '../driver/person.ts';

import * as kept from './kept-sequences.ts';
import { releasedService } from './office.ts';
import { inOneOffice, type World } from './world.ts';

/** HTTP mode; sequences in doubt are kept in Socket Mode. */
const it = inOneOffice({ mode: 'http' });

const welcome = {
  Days: '3',
  'Before or after': 'Before the start day',
  'Who does it': 'Manager',
  'What to do': 'Write to your new colleague',
};

async function offered(person: Person, name: string) {
  await person.open('/newhire');
  return (await person.options('Sequences', name)).options;
}

it('makes a sequence with tasks, in the very letters typed, and offers it at once', async ({ office }) => {
  const { ines, sandbox, service } = office;
  await kept.makeSequence(ines, 'Design team');
  expect(ines.pageText()).toContain('Onboarding · No tasks yet');
  await kept.addTask(ines, kept.lunch);
  await kept.addTask(ines, welcome);
  expect(kept.taskLines(ines)).toEqual([
    '3 days before the start day · Manager · Write to your new colleague',
    'On the start day · Buddy · Have lunch together',
  ]);
  const tasks = [
    { day: -3, owner: 'manager', person: null, text: 'Write to your new colleague' },
    { day: 0, owner: 'buddy', person: null, text: 'Have lunch together' },
  ];
  expect(await kept.sequencesNamed(service, 'Design team')).toMatchObject([{ tasks }]);
  expect(await offered(ines, 'Design')).toEqual(['Design team']);

  await ines.closeAll();
  const typed = '<!channel> *bold* <https://evil.example|link> :tada:';
  await kept.makeSequence(ines, typed);
  await kept.addTask(ines, { ...kept.lunch, 'What to do': typed });
  expect(ines.pageText()).toContain(`Buddy · ${typed}`);
  await ines.open('All sequences', 'Sequences');
  const shown = JSON.stringify(sandbox.calls().map(({ args }) => args));
  expect(shown).not.toMatch(/"type":"mrkdwn","text":"[^"]*<!channel>/);
});

it('adds several starters at once, after a look at the tasks of one', async ({ office }) => {
  const { ines, service } = office;
  await kept.chooseStarters(ines, 'First week', 'Buddy’s list');
  await ines.pressBeside('Buddy’s list');
  await ines.until(() => ines.views().length === 2 && kept.taskLines(ines).length > 0);
  expect(ines.pageText()).toContain('1 day after the start day · Buddy · ');
  await ines.press('Back');
  expect(ines.values().Onboarding).toEqual(['First week', 'Buddy’s list']);
  await ines.submitUntil('3 sequences added.', { Offboarding: ['Last day'] });
  expect(await kept.sequencesNamed(service, 'Buddy’s list')).toMatchObject([{ archived: false }]);
  await ines.pressUntil('From a starter', /^First week\n8 tasks · already added$/m);
  await expect(ines.fill({ Onboarding: ['First week'] })).rejects.toThrow('no option');
  await ines.submit();
  expect(ines.view().errors.Onboarding).toBe('Choose at least one.');
});

it('is there for HR alone, and only where the service can do it', async ({ open, office }) => {
  const { ines, marcus } = await open({ service: releasedService });
  for (const person of [ines, marcus, office.marcus]) {
    await person.openHome();
    await person.until(() => person.home()?.buttons.includes('Start offboarding'));
    if (person.home()?.buttons.includes('Settings')) {
      await person.open('Settings');
      expect(person.view().buttons).not.toContain('Sequences');
    }
  }
});

it('changes a task and removes another one, for those who get the sequence later', async ({ office }) => {
  const { ines, service, hire } = office;
  const name = 'Equipment for office people';
  await hire({ fields: { Sequences: [name] } });
  await kept.openSequence(ines, name);
  expect(ines.pageText()).toContain('1 person has open tasks from it. Changes don’t affect them.');
  await ines.pressBeside('1 day before');
  await ines.untilView('Task');
  expect(ines.view().fields).toMatchObject({
    Days: { value: '1' },
    'Before or after': { value: 'Before the start day' },
    'Who does it': { value: 'HR' },
    'What to do': { value: 'Set the desk up' },
  });
  await ines.send('Sequence', { Days: '2', 'What to do': 'Set the desk and the chair up' });
  expect(kept.taskLines(ines)).toContain('2 days before the start day · HR · Set the desk and the chair up');
  await ines.pressBeside('10 days before');
  await ines.untilView('Task');
  expect(await ines.press('Remove task')).toMatchObject({ outcome: 'confirm' });
  await ines.pressUntil('Remove task', 'Task removed.', { confirm: true });
  expect(kept.taskLines(ines)).toHaveLength(2);
  const [sequence] = await kept.sequencesNamed(service, name);
  expect(sequence?.tasks.map(({ day }) => day)).toEqual([-2, 0]);
});

it('gives a task to somebody by name, and says at its field what is missing', async ({ office }) => {
  const { ines, service } = office;
  await kept.makeSequence(ines, 'Sales');
  await kept.fillTask(ines, { Days: '0', 'Who does it': 'A named person', 'What to do': 'Order the badge' });
  await ines.submit();
  expect(ines.view().errors['Named person']).toBe('Choose a person.');
  await ines.send('Sequence', { 'Named person': 'Sofia Lindqvist' });
  expect(kept.taskLines(ines)).toEqual(['On the start day · Sofia Lindqvist · Order the badge']);
  const [sequence] = await kept.sequencesNamed(service, 'Sales');
  expect(sequence?.tasks[0]?.person).toBeGreaterThan(0);
  await ines.pressBeside('On the start day');
  await ines.untilView('Task');
  expect(ines.values()['Named person']).toBe('Sofia Lindqvist');
  await service.operator.removeUser('sofia.lindqvist@acme.example');
  await ines.submit({ 'What to do': 'Order the badge and the key' });
  expect(ines.view().errors['Named person']).toBe(
    'No longer in the onboarding service. Choose someone else.',
  );
  expect(ines.values()['What to do']).toBe('Order the badge and the key');
});

it('renames, copies, archives and brings back', async ({ office: { ines, service } }) => {
  await kept.openSequence(ines, 'New manager');
  await ines.fillIn('Rename', { Name: 'Equipment for office people' }, 'Rename sequence');
  await ines.submit();
  expect(ines.view().errors.Name).toContain('There is a sequence of this kind with this name already.');
  await ines.submitUntil('Renamed.', { Name: 'New team lead' });
  await ines.open('Copy', 'Copy sequence');
  expect(ines.values().Name).toBe('Copy of New team lead');
  await ines.submitUntil('Copied.', { Type: 'Offboarding' });
  expect(kept.taskLines(ines)[0]).toContain('3 days after the last day · HR · ');
  await ines.open('All sequences', 'Sequences');
  await ines.pressBeside('New team lead');
  await ines.untilView('Sequence');
  expect(await ines.press('Archive')).toMatchObject({ outcome: 'confirm' });
  await ines.pressUntil('Archive', 'Archived.', { confirm: true });
  await ines.open('All sequences', 'Sequences');
  expect(ines.pageText()).toMatch(/Archived\nNew team lead\nOnboarding · 3 tasks/);
  expect(await kept.sequencesNamed(service, 'New team lead')).toMatchObject([{ archived: true }]);
  await expect.poll(() => offered(ines, 'New team lead')).toEqual([]);
  await kept.openSequence(ines, 'New team lead');
  await ines.pressUntil('Restore', 'Restored');
  await expect.poll(() => offered(ines, 'New team lead')).toEqual(['New team lead']);
});

it('shows a long sequence page by page, and takes at most a hundred tasks', async ({ office }) => {
  const { ines, service } = office;
  const tasks = Array.from({ length: 99 }, (_, day) => ({
    day: day - 50,
    owner: 'hr' as const,
    text: `Task ${day} ${'x'.repeat(480)}`,
  }));
  await service.operator.addSequences([{ name: 'A long one', kind: 'onboarding', tasks }]);
  await kept.openSequence(ines, 'A long one');
  expect(kept.taskLines(ines)).toHaveLength(40);
  for (const first of ['Task 40 ', 'Task 80 ']) {
    await ines.press('Later tasks');
    await ines.until(() => kept.taskLines(ines)[0]?.includes(first));
  }
  expect(ines.view().buttons).not.toContain('Later tasks');
  await kept.addTask(ines, { ...kept.lunch, Days: '300' });
  expect(kept.taskLines(ines).at(-1)).toContain('300 days after the start day · Buddy · Have lunch together');
  expect(ines.pageText()).toContain('This sequence has 100 tasks, the maximum.');
  expect(ines.view().buttons).not.toContain('Add task');
});

it('names archived sequences in a form, also in one from a template', async ({ office }) => {
  const { ines, grace } = office;
  await kept.makeSequence(ines, 'Marketing');
  await ines.openFromHome('Templates');
  await ines.fillIn('New template', { 'Template name': 'Marketers', Sequences: ['Marketing'] }, 'Template');
  await ines.send('Templates');
  await grace.open('/newhire Ann Doe ann@acme.example 2999-01-01');
  await grace.pressUntil('Marketers', 'Filled in from');
  await kept.openSequence(ines, 'Marketing');
  await ines.pressUntil('Archive', 'Archived.', { confirm: true });
  await expect.poll(() => offered(ines, 'Marketing')).toEqual([]);
  await grace.submitAndAgree();
  await grace.untilPage('can’t be sent');
  expect(grace.pageText()).toContain('No longer available: “Marketing”. Remove it.');
  await grace.open('/newhire');
  await grace.pressUntil('Marketers', 'Filled in from');
  expect(grace.pageText()).toContain('Sequences couldn’t be filled in: “Marketing”.');
});

async function shownToBoth({ ines, grace, service }: World, name: string) {
  const tasks = [
    { day: -5, owner: 'hr' as const, text: 'Send a label' },
    { day: 7, owner: 'hr' as const, text: 'Check the laptop' },
  ];
  await service.operator.addSequences([{ name, kind: 'offboarding', tasks }]);
  for (const person of [ines, grace]) await kept.openSequence(person, name);
  return async () => (await kept.sequencesNamed(service, name))[0]?.tasks.map(({ text }) => text);
}

const call = { Days: '1', 'Who does it': 'HR', 'What to do': 'Call them' };

it('adds to what somebody else changed, lets the last save win, opens no wrong task', async ({ office }) => {
  const { ines, grace } = office;
  const texts = await shownToBoth(office, 'Back from home');
  await grace.pressBeside('7 days after');
  await grace.untilView('Task');
  await grace.fill({ 'What to do': 'Check the laptop and wipe it' });
  await kept.addTask(ines, call);
  await grace.submitUntil('Task saved. The sequence had changed meanwhile.');
  expect(grace.pageText()).toContain('1 day after the last day · HR · Call them');
  expect(await texts()).toEqual(['Send a label', 'Call them', 'Check the laptop and wipe it']);

  for (const person of [ines, grace]) await person.closeAll();
  const textsAbroad = await shownToBoth(office, 'Back from abroad');
  for (const person of [grace, ines]) {
    await person.pressBeside('7 days after');
    await person.untilView('Task');
  }
  await ines.press('Remove task', { confirm: true });
  await ines.untilView('Sequence');
  await grace.submitUntil('The sequence had changed meanwhile.', { 'What to do': 'Wipe it' });
  expect(await textsAbroad()).toEqual(['Send a label', 'Wipe it']);

  // A button opens no other task than the one beside it.
  for (const person of [ines, grace]) await person.closeAll();
  await shownToBoth(office, 'Back from the field');
  await kept.addTask(ines, { ...call, 'Before or after': 'Before the last day', Days: '30' });
  await grace.pressBeside('7 days after');
  await grace.untilPage('Here’s the current version.');
  expect(grace.view().title).toBe('Sequence');
});
