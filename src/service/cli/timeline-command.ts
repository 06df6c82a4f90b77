import { type Command, InvalidArgumentError } from 'commander';
import type { Terminal } from '../../commands/terminal.ts';
import { formatDay } from '../../time/dates.ts';
import type { TimelineView } from '../timeline/read-timeline.ts';
import { formatColumns } from './format.ts';
import type { WithOperator } from './with-operator.ts';

/** Adds `timeline`. */
export function timelineCommand(service: Command, terminal: Terminal, withOperator: WithOperator): void {
  service
    .command('timeline')
    .argument('<email>')
    .option('--done <task...>', 'numbers of tasks that are done', taskNumbers)
    .description('show what is planned for a person')
    .action((email: string, { done = [] }: { done?: number[] }) =>
      withOperator(async (operator) => {
        await operator.markDone(email, done);
        for (const line of formatTimeline(await operator.timeline(email))) terminal.print(line);
      }),
    );
}

function taskNumbers(text: string, before: number[] = []): number[] {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number of a task.');
  return [...before, Number(text)];
}

function formatTimeline(timeline: TimelineView): string[] {
  const { timezone, start_day, termination_date, beingFilled, tasks } = timeline;
  return [
    `First day ${formatDay(start_day, 'en-GB')}${termination_date ? `, last day ${formatDay(termination_date, 'en-GB')}` : ''} (${timezone})`,
    ...(beingFilled ? ['The offboarding tasks are being filled in: look again in a moment.'] : []),
    ...(tasks.length === 0 ? ['No tasks.'] : []),
    ...tasks.map(formatTask),
  ];
}

function formatTask({ id, due_day, owner, text, sequence, done_at }: TimelineView['tasks'][number]): string {
  return formatColumns([id, due_day, owner, text, sequence, done_at ? 'done' : 'open']);
}
