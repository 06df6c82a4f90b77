import type { Clock } from '../../time/clock.ts';
import { type Effect, type Keyed, keyedWrites, type RepeatKey, type StoredResponse } from '../idempotency.ts';
import { refuseIfAny } from '../refusal.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';
import { readFullSequences } from './sequence-templates.ts';
import {
  findByName,
  insertSequence,
  type NewSequence,
  newSequenceFields,
  problemOfTasks,
  taskRows,
} from './sequences.ts';

interface NewSequenceBody extends Keyed {
  body: unknown;
}

/** The write throws a Refusal 400 with all wrong fields; AlreadyDone when a request with the same key was first. */
export function sequenceAdder(db: Db, clock: Clock) {
  const write = keyedWrites(db, clock, async (queries, wanted: NewSequenceBody[]) => {
    await markChanged(queries, 'sequences');
    const made = new Map<NewSequenceBody, Effect>();
    for (const one of wanted) made.set(one, await add(queries, one.body));
    return made;
  });
  return (body: unknown, key: RepeatKey | null): Promise<StoredResponse> => write({ body, key });
}

async function add(queries: Queries, body: unknown): Promise<Effect> {
  const id = await insertSequence(queries, await check(queries, body));
  const [sequence] = await readFullSequences(queries, id);
  return { personId: null, status: 201, body: JSON.stringify(sequence) };
}

async function check(queries: Queries, body: unknown): Promise<NewSequence> {
  const { values, problem } = validateFields(newSequenceFields, body);
  const { name = '', kind = 'onboarding', tasks = [] } = values;
  const rows = taskRows(tasks);
  if (values.name && values.kind && (await findByName(queries, { name, kind })) !== null)
    problem.name = [messages.nameTaken];
  refuseIfAny({ ...(await problemOfTasks(queries, rows)), ...problem });
  return { name, kind, tasks: rows };
}
