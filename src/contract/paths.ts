import { z } from 'zod';

/** Paths of the API, relative to its base URL (specification, section 4). The trailing slash is required. */
export const paths = {
  employees: '/api/employees/',
  sequences: '/api/sequences/',
  users: '/api/users/',
  newHires: '/api/newhires/',
  offboarding: '/api/offboarding/',
  /** OpenAPI description; released deployments have none. */
  schema: '/api/schema/',
} as const;

/**
 * Paths that no other deployment has, so the bot uses one only if the service's description (`/api/schema/`)
 * lists it.
 */
export const additions = {
  /** POST: adds or changes people, matched by email address. */
  people: '/api/frontdesk/people/',
  /** POST: moves a start day, or cancels open tasks. */
  person: '/api/frontdesk/people/change/',
  /** GET: all sequences with their tasks, including archived ones. */
  sequences: '/api/frontdesk/sequences/',
  /** POST: creates a sequence. */
  newSequence: '/api/frontdesk/sequences/new/',
  /** POST: replaces a sequence's name and tasks, archives or restores it. */
  sequence: '/api/frontdesk/sequences/change/',
  /** GET: starter sequences. */
  starters: '/api/frontdesk/starters/',
  /** GET: tasks of people. */
  tasks: '/api/frontdesk/tasks/',
  /** POST: completes, reopens, postpones or reassigns a task. */
  task: '/api/frontdesk/tasks/change/',
} as const;

export type Addition = keyof typeof additions;

const Description = z.object({ paths: z.record(z.string(), z.unknown()) });

/** Additions listed in an OpenAPI description; empty for any other body. */
export function additionsIn(body: unknown): ReadonlySet<Addition> {
  const { data } = Description.safeParse(body);
  const names = Object.keys(additions) as Addition[];
  return new Set(names.filter((name) => data && Object.hasOwn(data.paths, additions[name])));
}
