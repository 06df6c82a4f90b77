import { z } from 'zod';
import type { FullSequence } from '../../contract/additions/sequences.ts';
import type { Day } from '../../time/dates.ts';
import { type Due, dueFrom } from '../../time/due.ts';
import { canBePlanned, type PlanRules, zoneOf } from '../plan/plan.ts';
import { toldAt, windowOf } from './when.ts';

/** Where a task stands: in which sequence, in which version of it, and its place there. */
export const TaskPlace = z.object({ sequence: z.int(), version: z.int(), at: z.int() });
export type TaskPlace = z.infer<typeof TaskPlace>;

export type SequenceTask = FullSequence['tasks'][number];

/** A task that the service will make of a sequence. */
export interface PlannedTask extends Due {
  place: TaskPlace;
  task: SequenceTask;
  /** The sequence's name, and of which kind it is. */
  from: Pick<FullSequence, 'name' | 'kind'>;
  /** The start day or last day that it counts from, and the zone whose clocks it goes by. */
  anchor: Day;
  zone: string;
  /** When whose task it is is told: on a morning that is still to come, as soon as people work, or not at all. */
  told: Date | 'soon' | 'never';
}

/** From which day tasks count, in which zone, and when it is. */
interface Whose {
  anchor: Day;
  /** Of the person, where it is known. */
  zone: string | undefined;
  now: Date;
}

/** The tasks that the service makes of sequences, in the order in which they are due; told as the watch of them tells. */
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
