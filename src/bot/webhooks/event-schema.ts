import { z } from 'zod';
import { SequenceKind, TaskOwner } from '../../contract/sequence.ts';

const Day = z.iso.date();

/** Without names, only the id. */
const Employee = z
  .object({
    employee: z.int().nullable().describe('id in the onboarding service, if it is known'),
    name: z.string().optional(),
    email: z.string().optional(),
  })
  .meta({ id: 'Employee' });

const Hire = z.object({
  request: z.string().describe('reference in Frontdesk, such as R-7HE74Q4N'),
  person: Employee,
  start_day: Day.nullable(),
  position: z.string().optional(),
  timezone: z.string().optional().describe('IANA name, if it was entered'),
  manager: Employee.optional(),
  buddy: Employee.optional(),
});

const Departure = z.object({
  request: z.string().describe('reference in Frontdesk'),
  person: Employee,
  last_day: Day.nullable(),
});

const TaskOf = z.object({
  task: z.int().describe('id in the onboarding service'),
  text: z.string(),
  kind: SequenceKind,
  sequence: z.string(),
  owner: TaskOwner,
  due_day: Day,
  person: Employee.describe('who starts or leaves'),
  assignee: Employee.nullable().describe('null is HR'),
});

/** The data of each event, and what has happened. */
const kinds = {
  'hire.added': [Hire, 'A new hire was added.'],
  'hire.start_moved': [
    Hire.extend({ previous_start_day: Day.nullable() }),
    'The start day changed, or a cancelled start was resumed; then the previous day is null.',
  ],
  'hire.start_cancelled': [Hire.extend({ previous_start_day: Day.nullable() }), 'The person doesn’t start.'],
  'hire.manager_changed': [
    Hire.extend({ previous_manager: Employee.optional() }),
    'The hire has another manager, or none.',
  ],
  'hire.started': [Hire, 'The start day has begun, where the person is.'],
  'offboarding.started': [Departure, 'An offboarding was started.'],
  'offboarding.last_day_moved': [
    Departure.extend({ previous_last_day: Day.nullable() }),
    'The offboarding was changed; the last day may be another one.',
  ],
  'offboarding.cancelled': [
    Departure.extend({ previous_last_day: Day.nullable() }),
    'The offboarding was cancelled.',
  ],
  'offboarding.last_day': [Departure, 'The last day has begun, in the organization’s time zone.'],
  'task.done': [TaskOf.extend({ done_at: z.string() }), 'A task was done.'],
  'task.overdue': [TaskOf, 'A task is still open after its due day.'],
  test: [z.object({}), 'Somebody pressed “Send a test event”.'],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

export type EventType = keyof typeof kinds;
export type EventData<Type extends EventType> = z.input<(typeof kinds)[Type][0]>;

function bodyOf(type: EventType) {
  const [data, description] = kinds[type];
  return z
    .object({
      id: z.string().describe('the same in each attempt, and as `webhook-id`'),
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('when it happened, in UTC'),
      data,
    })
    .describe(description);
}

const types = Object.keys(kinds) as EventType[];

/** Body of any event. */
export const EventBody = z.union(types.map(bodyOf));

/** JSON Schema of every event (draft 2020-12), for `docs/events.schema.json`. */
export function eventsSchema(): object {
  const schema = z.toJSONSchema(EventBody, {
    io: 'input',
    // A format says enough.
    override({ jsonSchema }) {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return { title: 'Events of Frontdesk', ...schema };
}
