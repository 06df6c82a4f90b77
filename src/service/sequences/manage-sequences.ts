import type { FullSequence } from '../../contract/additions/sequences.ts';
import type { Clock } from '../../time/clock.ts';
import { explainRefusal, OperatorError } from '../operator-errors.ts';
import type { Db } from '../storage/tables.ts';
import { sequenceAdder } from './add-sequence.ts';
import { changeSequence } from './change-sequence.ts';
import { readFullSequences } from './sequence-templates.ts';
import { listStarters } from './starters.ts';

export async function showSequence(db: Db, id: number) {
  const sequence = await find(db, id);
  const people = sequence.tasks.flatMap(({ person }) => person ?? []);
  const rows =
    people.length === 0
      ? []
      : await db.selectFrom('people').select(['id', 'email']).where('id', 'in', people).execute();
  return { sequence, emails: new Map(rows.map((row) => [row.id, row.email])) };
}

export async function copySequence(db: Db, clock: Clock, id: number, name: string): Promise<FullSequence> {
  const { kind, tasks } = await find(db, id);
  return add(db, clock, { name, kind, tasks });
}

export async function archiveSequence(db: Db, id: number, archived: boolean): Promise<FullSequence> {
  return changeSequence(db, { ...(await find(db, id)), archived }).catch(explainRefusal);
}

/** `names`: keys or names; `all` for all of them. Throws OperatorError before anything is added. */
export async function addStarters(db: Db, clock: Clock, names: readonly string[]): Promise<FullSequence[]> {
  const starters = await listStarters(db);
  const is = (wanted: string) => (starter: (typeof starters)[number]) =>
    [starter.key, starter.name, 'all'].some((name) => name.toLowerCase() === wanted.trim().toLowerCase());
  const unknown = names.find((name) => !starters.some(is(name)));
  if (unknown !== undefined)
    throw new OperatorError(
      `There is no starter "${unknown}". "service sequence starters" shows them; nothing was added.`,
    );
  const missing = starters.filter((one) => one.added === null && names.some((name) => is(name)(one)));
  const added: FullSequence[] = [];
  for (const { name, kind, tasks } of missing) added.push(await add(db, clock, { name, kind, tasks }));
  return added;
}

async function add(db: Db, clock: Clock, body: object): Promise<FullSequence> {
  const { body: made } = await sequenceAdder(db, clock)(body, null).catch(explainRefusal);
  return JSON.parse(made ?? 'null');
}

async function find(db: Db, id: number): Promise<FullSequence> {
  const [found] = await readFullSequences(db, id);
  if (!found) throw new OperatorError(`There is no sequence ${id}. "service sequence list" shows them.`);
  return found;
}
