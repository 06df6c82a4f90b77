import type { Clock } from '../../time/clock.ts';
import type { RepeatKey } from '../idempotency/idempotency-key.ts';
import { AlreadyDone } from '../idempotency/idempotent-writes.ts';
import { type StoredResponse, storeKeyed } from '../idempotency/stored-responses.ts';
import { refuseIfAny } from '../refusal.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import { validateFields } from '../validation/request-fields.ts';
import { newSequenceFields, problemOfTasks, taskRows } from './sequence-fields.ts';
import { readFullSequences } from './sequence-templates.ts';
import { findByName, insertSequence, type NewSequence } from './sequences.ts';

/** Throws a Refusal 400 with all wrong fields; AlreadyDone when a request with the same key was first. */
export function sequenceAdder(db: Db, clock: Clock) {
  return (body: unknown, key: RepeatKey | null): Promise<StoredResponse> =>
    db.transaction().execute(async (transaction) => {
      await markChanged(transaction, 'sequences');
      const [made] = await storeKeyed(transaction, [{ key }], clock.now(), async ([fresh]) =>
        fresh ? new Map([[fresh, await add(transaction, body)]]) : new Map(),
      );
      if (!made || made === 'repeated') throw new AlreadyDone();
      return made;
    });
}

async function add(queries: Queries, body: unknown) {
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
