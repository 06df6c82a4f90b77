import { expect, it } from 'vitest';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import { addDays, formatDay } from '../../time/dates.ts';
import { usualReminders } from '../storage/reminders.ts';
import { type Asked, taskBlocks, taskPart } from './foretell-tasks.ts';

const rules = { ...usualReminders, timezone: 'UTC', channels: [] };
const now = new Date('2031-03-03T12:00:00Z');

function sequence(id: number, days: readonly number[]): FullSequence {
  const tasks = days.map((day) => ({ day, owner: 'hr' as const, person: null, text: '*'.repeat(500) }));
  return { id, version: 1, name: `S${id}`, kind: 'onboarding', archived: false, in_use: 0, tasks };
}

function partOf(sequences: readonly FullSequence[], readAt = now.getTime()) {
  const asked: Asked = {
    chosen: sequences.map(({ id, name }) => ({ id, name })),
    ...{ anchor: '2031-03-17', zone: 'UTC', now, rules },
    ownerOf: () => ({ reader: 'HR', assignee: null, name: 'HR' }),
  };
  const byId = new Map(sequences.map((one) => [one.id, one]));
  return taskPart({ byId, readAt }, asked, { further: [] });
}

it('counts many tasks by day and reader, leaves none out of the count, and fits in a page of Slack', () => {
  const days = Array.from({ length: 100 }, (_, index) => index);
  const part = partOf([1, 2, 3].map((id) => sequence(id, days)));
  expect(part?.lines).toHaveLength(31);
  expect(part?.lines[0]).toBe('Due Mon, 17 March 2031 · 3 tasks · HR');
  const last = formatDay(addDays('2031-03-17', 99), 'en-GB');
  expect(part?.lines.at(-1)).toBe(`… and 210 more tasks, the last one due ${last}.`);
  const blocks = taskBlocks(partOf([sequence(1, days.slice(0, 25))]));
  expect(blocks.length).toBeLessThan(20);
  const texts = blocks.flatMap((block) => (block.type === 'section' ? [block.text?.text ?? ''] : []));
  expect(texts.filter((text) => text.length > 3_000)).toEqual([]);
});

it('says nothing of the age of a list that is new, in whatever direction clocks were put', () => {
  expect(partOf([sequence(1, [0])], now.getTime() + 3_600_000)?.notes.join()).not.toContain('ago');
  expect(partOf([sequence(1, [0])], now.getTime() - 90_000)?.notes.join()).toContain('2 minutes ago');
});
