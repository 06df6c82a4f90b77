import { expect, it } from 'vitest';
import type { FullSequence } from '../../contract/sequence.ts';
import { addDays, formatDay } from '../../time/dates.ts';
import { newHire } from '../features/newhire/request-type.ts';
import { asIfDone } from '../plan/plan.ts';
import { typesByKind } from '../requests/define-request.ts';
import { usualReminders } from '../storage/settings.ts';
import { taskBlocks } from './preview-blocks.ts';
import { previewedTasks } from './tasks.ts';

const rules = { ...usualReminders, timezone: 'UTC', channels: [] };
const typeOf = typesByKind([newHire]);
const now = new Date('2031-03-03T12:00:00Z');

function sequence(id: number, days: readonly number[]): FullSequence {
  const tasks = days.map((day) => ({ day, owner: 'hr' as const, person: null, text: '*'.repeat(500) }));
  return { id, version: 1, name: `S${id}`, kind: 'onboarding', archived: false, in_use: 0, tasks };
}

function blocksOf(sequences: readonly FullSequence[]) {
  const payload = {
    first_name: '',
    last_name: '',
    email: '',
    role: 0,
    sequences: sequences.map(({ id }) => id),
  };
  const context = { personName: '', viewId: '', sequenceNames: [] };
  const entered = { kind: newHire.kind, requester: 'U0', payload, context, day: '2031-03-17' };
  const tasks = previewedTasks({
    ...{ request: asIfDone(entered, now), type: typeOf({ kind: newHire.kind }), rules, now },
    known: { byId: new Map(sequences.map((one) => [one.id, one])), readAt: now.getTime() },
    requester: { employee: undefined, shownAs: undefined },
    nameOf: () => '',
  });
  return taskBlocks({ tasks, taskNotes: [], days: { now } });
}

const textsIn = (blocks: ReturnType<typeof blocksOf>) =>
  blocks.flatMap((block) => (block.type === 'section' ? [block.text?.text ?? ''] : []));

it('counts many tasks by day and reader, leaves none out of the count, and fits in a page of Slack', () => {
  const days = Array.from({ length: 100 }, (_, index) => index);
  const lines = textsIn(blocksOf([1, 2, 3].map((id) => sequence(id, days))))
    .join('\n')
    .split('\n');
  expect(lines.slice(0, 2)).toEqual(['*Mon 17 Mar*', '3 tasks · HR']);
  expect(lines.filter((line) => line.startsWith('3 tasks'))).toHaveLength(30);
  const last = formatDay(addDays('2031-03-17', 99), 'en-GB');
  expect(lines.at(-1)).toBe(`… and 210 more, the last one due ${last}.`);
  const blocks = blocksOf([sequence(1, days.slice(0, 25))]);
  expect(blocks.length).toBeLessThan(20);
  expect(textsIn(blocks).filter((text) => text.length > 3_000)).toEqual([]);
});
