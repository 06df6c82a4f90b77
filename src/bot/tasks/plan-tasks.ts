import { z } from 'zod';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';
import { canBePlanned, type PlanRules, zoneOf } from '../plan/plan.ts';
import { toldAt, windowOf } from './when.ts';

export const TaskPlace = z.object({ sequence: z.int(), version: z.int(), at: z.int() });
export type TaskPlace = z.infer<typeof TaskPlace>;

export type SequenceTask = FullSequence['tasks'][number];

export interface PlannedTask extends Due {
  place: TaskPlace;
  task: SequenceTask;
  from: Pick<FullSequence, 'name' | 'kind'>;
  /** Start day or last day that it counts from, and its time zone. */
  anchor: Day;
  zone: string;
  /** Time of the message to its owner: a future morning, the next working hours, or never. */
  told: Date | 'soon' | 'never';
}

interface Whose {
  anchor: Day;
  zone: string | undefined;
  now: Date;
}

export function planTasks(
  sequences: readonly FullSequence[],
  { anchor, zone: own, now }: Whose,
  rules: PlanRules,
): PlannedTask[] {
  if (!canBePlanned(anchor)) return [];
  const zone = zoneOf(own, rules);
  const { due_after: tooLongAgo } = windowOf(now, rules);
  const whenTold = ({ due_day, due_at }: Due) => {
    if (due_at <= tooLongAgo) return 'never';
    const told = toldAt({ due_day, timezone: zone }, rules);
    return told > now ? told : 'soon';
  };
  const planned = sequences.flatMap(({ id: sequence, version, name, kind, tasks }) =>
    tasks.map((task, at): PlannedTask => {
      const due = dueFrom(anchor, task.day, zone);
      const place = { sequence, version, at };
      return {
        ...due,
        place,
        task,
        from: { name, kind },
        anchor,
        zone,
        told: whenTold(due),
      };
    }),
  );
  return planned.toSorted((one, other) => Date.parse(one.due_at) - Date.parse(other.due_at));
}
