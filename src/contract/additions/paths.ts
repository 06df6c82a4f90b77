import { z } from 'zod';

/**
 * What our service has beside the specification's endpoints. No other deployment has any of it, so the bot uses a path
 * only where the service's description (`/api/schema/`) names it.
 */
export const additions = {
  /** POST: adds people, or changes those who are there, by their addresses. */
  people: '/api/frontdesk/people/',
  /** POST: moves a start day, or cancels what is still to be done. */
  person: '/api/frontdesk/people/change/',
  /** GET: every sequence with its tasks, archived ones too. */
  sequences: '/api/frontdesk/sequences/',
  /** POST: one more sequence. */
  newSequence: '/api/frontdesk/sequences/new/',
  /** POST: another name, other tasks, archived or not. */
  sequence: '/api/frontdesk/sequences/change/',
  /** GET: sequences to begin with. */
  starters: '/api/frontdesk/starters/',
  /** GET: what people have to do. */
  tasks: '/api/frontdesk/tasks/',
  /** POST: a task is done, put off or passed on. */
  task: '/api/frontdesk/tasks/change/',
} as const;

/** The name of an addition, as features ask for it. */
export type Addition = keyof typeof additions;

const Description = z.object({ paths: z.record(z.string(), z.unknown()) });

/** The additions that an OpenAPI description names; none where the body is no such description. */
export function additionsIn(body: unknown): ReadonlySet<Addition> {
  const { data } = Description.safeParse(body);
  const names = Object.keys(additions) as Addition[];
  return new Set(names.filter((name) => data && Object.hasOwn(data.paths, additions[name])));
}
