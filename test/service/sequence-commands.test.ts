import { expect, it } from 'vitest';
import { openOperator } from '../../src/service/operator.ts';
import { starterSequences } from '../../src/service/sequences/starters.ts';
import { useCommandLine } from './command-line.ts';

const commandLine = useCommandLine();

const answer = (...parameters: string[]) => commandLine.answer('sequence', ...parameters);
const run = (...parameters: string[]) => commandLine.run('sequence', ...parameters);

it('shows starters, adds those that are wanted once, and says which are there', async () => {
  const shown = await answer('starters');
  expect(shown).toHaveLength(8);
  expect(shown[0]).toBe('first-week\tonboarding\tFirst week\t8 tasks');
  const added = await answer('starters', '--add', 'equipment', 'first WEEK', 'first-week');
  expect(added.slice(0, 2)).toEqual([
    'Added sequence 1, "First week".',
    'Added sequence 2, "Return of equipment".',
  ]);
  expect(added[2]).toBe('first-week\tonboarding\tFirst week\t8 tasks\tadded as 1');
  await run('starters', '--add', 'all');
  expect(await answer('list')).toHaveLength(8);
  expect(await answer('starters', '--add', 'all')).toHaveLength(8);
});

it('adds no starter when one is not known', async () => {
  await expect(run('starters', '--add', 'equipment', 'onboarding')).rejects.toThrow(
    'There is no starter "onboarding".',
  );
  expect(await answer('list')).toEqual([]);
});

it('shows a sequence with its tasks, by day, and names whose they are', async () => {
  await commandLine.run('user', 'add', 'it@acme.example', '--first', 'I', '--last', 'T');
  const operator = openOperator(commandLine.databaseUrl);
  await operator.addSequence({
    name: 'In',
    kind: 'onboarding',
    tasks: [
      { day: 2, owner: 'hr', text: 'Sign' },
      { day: -1, owner: 'person', person_id: 1, text: 'Set\tup' },
    ],
  });
  await operator.close();
  expect(await answer('show', '1')).toEqual([
    '1\tonboarding\tIn\t2 tasks',
    '-1\tit@acme.example\tSet up',
    '+2\thr\tSign',
  ]);
});

it('copies a sequence under another name, and not under one that is taken', async () => {
  await run('starters', '--add', 'buddy');
  expect(await answer('copy', '1', 'Buddies in Lisbon')).toEqual([
    'Added onboarding sequence 2, "Buddies in Lisbon".',
  ]);
  const [, ...tasks] = await answer('show', '1');
  expect((await answer('show', '2')).slice(1)).toEqual(tasks);
  await expect(run('copy', '1', 'Buddies in Lisbon')).rejects.toThrow('with this name already');
});

it('adds an empty sequence, archives it, and offers it again', async () => {
  expect(await answer('add', 'Tours')).toEqual(['Added onboarding sequence 1, "Tours", with 0 tasks.']);
  expect(await answer('archive', '1')).toEqual(['"Tours" is archived.']);
  expect(await answer('list')).toEqual(['1\tonboarding\tTours\t0 tasks\tarchived']);
  expect(await answer('archive', '1', '--undo')).toEqual(['"Tours" is offered again.']);
  expect(await answer('list')).toEqual(['1\tonboarding\tTours\t0 tasks']);
});

it.each([
  ['show', '7'],
  ['copy', '7', 'Seven'],
  ['archive', '7'],
])('says that there is no sequence to %s', async (...parameters) => {
  await expect(run(...parameters)).rejects.toThrow('There is no sequence 7.');
});

it('begins with tasks that forms can show and change', () => {
  for (const { kind, tasks } of starterSequences) {
    expect(tasks.length).toBeGreaterThan(4);
    expect(tasks.map(({ day }) => day)).toEqual(tasks.map(({ day }) => day).sort((a, b) => a - b));
    for (const { owner, text } of tasks) {
      expect(text.length).toBeLessThan(100);
      if (kind === 'offboarding') expect(['hr', 'manager']).toContain(owner);
    }
  }
});
