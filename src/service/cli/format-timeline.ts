import { sayDay } from '../../time/dates.ts';
import type { TimelineView } from '../timeline/read-timeline.ts';
import { formatColumns } from './format-columns.ts';

/** A timeline as lines for reading. */
export function formatTimeline(timeline: TimelineView): string[] {
  const { timezone, start_day, termination_date, beingFilled, tasks } = timeline;
  return [
    `First day ${sayDay(start_day)}${termination_date ? `, last day ${sayDay(termination_date)}` : ''} (${timezone})`,
    ...(beingFilled ? ['The offboarding tasks are being filled in: look again in a moment.'] : []),
    ...(tasks.length === 0 ? ['No tasks.'] : []),
    ...tasks.map((task) =>
      formatColumns([
        task.id,
        task.due_day,
        task.owner,
        task.text,
        task.sequence,
        task.done_at ? 'done' : 'open',
      ]),
    ),
  ];
}
