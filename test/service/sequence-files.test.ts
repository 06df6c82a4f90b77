import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { temporaryFolder } from '../journeys/office.ts';
import { useCommandLine } from './command-line.ts';

const commandLine = useCommandLine();
const cleanup = useCleanup();

/** Adds the sequences of a file. */
function add(name: string, content: string): Promise<void> {
  const path = join(temporaryFolder(cleanup), name);
  writeFileSync(path, content);
  return commandLine.run('sequence', 'add', '--file', path);
}

const yaml = `
- name: First week
  kind: onboarding
  tasks:
    - { day: -1, owner: hr, text: Set the desk up }
    - { day: 0, owner: manager, text: Say hello }
- name: Leaving
  kind: offboarding
`;
const csv = `sequence,kind,day,owner,text
First week,onboarding,-1,hr,Set the desk up
First week,onboarding,0,manager,"Say hello, kindly"
Leaving,offboarding,0,hr,Say goodbye
`;

it.each([
  ['week.yaml', yaml, ['1\tonboarding\tFirst week\t2 tasks', '2\toffboarding\tLeaving\t0 tasks']],
  ['week.csv', csv, ['1\tonboarding\tFirst week\t2 tasks', '2\toffboarding\tLeaving\t1 task']],
])('adds the sequences of %s', async (name, content, lines) => {
  await add(name, content);
  expect(await commandLine.answer('sequence', 'list')).toEqual(lines);
});

it.each([
  ['bad.yaml', '- name: X\n  kind: sideways\n  tasks: [{ day: x, owner: me, text: a }]', 'entry 1 › kind'],
  ['bad.csv', 'sequence,kind,day,owner,text\nX,onboarding,1.5,hr,Do\n', 'entry 1 › day'],
  ['no-day.csv', 'sequence,kind,day,owner,text\nX,onboarding,,hr,Do\n', 'entry 1 › day: Give a whole number'],
  ['short.csv', 'sequence,kind,day,owner,text\nX,onboarding,1,hr\n', 'line 2'],
  [
    'semicolons.csv',
    'sequence;kind;day;owner;text\nX;onboarding;1;hr;Do\n',
    'entry 1 › sequence: Give the name',
  ],
  ['broken.yaml', '- name: "X', 'broken.yaml'],
  ['no-list.yaml', 'name: X\nkind: onboarding\n', 'the whole file: There are no sequences in it.'],
  ['mistyped.yaml', '- name: X\n  kind: onboarding\n  task: []\n', 'entry 1: Unrecognized key: "task"'],
  [
    'true.yaml',
    '- name: X\n  kind: onboarding\n  tasks: [{ day: true, owner: hr, text: a }]',
    'entry 1 › tasks › entry 1 › day',
  ],
  [
    'nul.yaml',
    '- name: "A\\0"\n  kind: onboarding\n',
    'entry 1 › name: It holds characters that cannot be stored.',
  ],
  ['empty.yaml', '', 'the whole file: There are no sequences in it.'],
  ['empty.csv', 'sequence,kind,day,owner,text\n', 'the whole file: There are no tasks in it'],
])('says where %s is wrong and adds nothing', async (name, content, place) => {
  await expect(add(name, content)).rejects.toThrow(place);
  expect(await commandLine.answer('sequence', 'list')).toEqual([]);
});
