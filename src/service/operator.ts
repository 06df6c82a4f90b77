import type { FullSequence } from '../contract/sequence.ts';
import { migrate, openDatabase, pendingMigrations } from '../database/open.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { seedDemo } from './demo.ts';
import { type NewPerson, type Organization, userCreator } from './people/create-user.ts';
import { administrator } from './people/find-people.ts';
import { type Imported, peopleImporter } from './people/import-people.ts';
import { OperatorError, Refusal } from './refusal.ts';
import { readFullSequences } from './sequences/sequence-templates.ts';
import { changeSequence, insertSequences, type NewSequence, sequenceAdder } from './sequences/sequences.ts';
import { listStarters } from './sequences/starters.ts';
import { migrationsFor } from './storage/schema.ts';
import { type Db, markChanged, type Queries, type Tables } from './storage/tables.ts';
import { markDone, timelineOf } from './timeline/timeline-worker.ts';
import { createToken, revokeTokens } from './tokens/tokens.ts';
import { messages } from './validation/messages.ts';

export type Operator = ReturnType<typeof openOperator>;

interface OperatorOptions {
  clock?: Clock;
  /** Defaults of new people; UTC and `en` when absent. */
  organization?: Organization;
}

/** The operator’s actions, beside the API. Those that need the tables throw OperatorError for what a person can fix. */
export function openOperator(databaseUrl: string, options: OperatorOptions = {}) {
  const { clock = systemClock, organization = { timezone: 'UTC', language: 'en' } } = options;
  const { db, kind, close } = openDatabase<Tables>(databaseUrl, { isPatient: true });
  const migrations = migrationsFor(kind);
  const importPeople = peopleImporter(db, clock, organization);
  const createUser = userCreator(db, clock, organization);
  const createSequence = sequenceAdder(db, clock);

  /** Checks the tables first, so that nobody sees "no such table". */
  async function ready(): Promise<Db> {
    const pending = await pendingMigrations(db, migrations);
    if (pending.length > 0)
      throw new OperatorError(
        `The service's database is not up to date (${pending.join(', ')}). Run "service migrate" first.`,
      );
    return db;
  }

  const findPerson = async (email: string) => findByEmail(await ready(), email);

  /** Adds a person as the API does. @returns the id */
  async function addUser(person: NewPerson): Promise<number> {
    await ready();
    const { personId } = await createUser(person, null).catch((error: unknown) => {
      const fields = error instanceof Refusal ? Object.entries(error.body) : [];
      if (fields.length === 1 && fields[0]?.[1][0] === messages.emailTaken)
        throw new OperatorError(`Somebody with the address ${person.email} exists already.`);
      return explainRefusal(error);
    });
    return personId;
  }

  async function addChecked({ name, kind, tasks }: Pick<FullSequence, 'name' | 'kind' | 'tasks'>) {
    const { body } = await createSequence({ name, kind, tasks }, null).catch(explainRefusal);
    return JSON.parse(body ?? 'null') as FullSequence;
  }

  return {
    close,
    migrate: () => migrate(db, migrations),
    addUser,
    /** Removes the person with tokens and timeline; with `keepRecord`, only the tokens stop working. */
    async removeUser(email: string, { keepRecord = false }: { keepRecord?: boolean } = {}): Promise<void> {
      const { id } = await findPerson(email);
      await db.transaction().execute(async (queries) => {
        if (keepRecord) await queries.updateTable('people').set({ active: 0 }).where('id', '=', id).execute();
        else await queries.deleteFrom('people').where('id', '=', id).execute();
        await markChanged(queries, 'people_edits');
      });
    },
    listUsers: async () => listUsers(await ready()),
    createToken: async (email: string) => createToken(db, clock.now(), (await findPerson(email)).id),
    async whyRefused(email: string) {
      const { role, active } = await findPerson(email);
      if (active !== 1) return 'inactive';
      return role === administrator ? null : 'not an administrator';
    },
    revokeTokens: async (email: string) => revokeTokens(db, (await findPerson(email)).id),
    addSequence: async (sequence: NewSequence) => (await insertSequences(await ready(), [sequence]))[0] ?? 0,
    addSequences: async (all: NewSequence[]) => insertSequences(await ready(), all),
    listSequences: async () => readFullSequences(await ready()),
    async showSequence(id: number) {
      const sequence = await findSequence(await ready(), id);
      const people = sequence.tasks.flatMap(({ person }) => person ?? []);
      const emails = db.selectFrom('people').select(['id', 'email']).where('id', 'in', people);
      const rows = people.length === 0 ? [] : await emails.execute();
      return { sequence, emails: new Map(rows.map((row) => [row.id, row.email])) };
    },
    copySequence: async (id: number, name: string) =>
      addChecked({ ...(await findSequence(await ready(), id)), name }),
    archiveSequence: async (id: number, archived: boolean) =>
      changeSequence(db, { ...(await findSequence(await ready(), id)), archived }).catch(explainRefusal),
    listStarters: async () => listStarters(await ready()),
    /** @param names keys or names; `all` for all of them. Nothing is added when one is unknown. */
    async addStarters(names: readonly string[]): Promise<FullSequence[]> {
      const starters = await listStarters(await ready());
      const is = (wanted: string) => (starter: (typeof starters)[number]) =>
        [starter.key, starter.name, 'all'].some((name) => name.toLowerCase() === wanted.trim().toLowerCase());
      const unknown = names.find((name) => !starters.some(is(name)));
      if (unknown !== undefined)
        throw new OperatorError(
          `There is no starter "${unknown}". "service sequence starters" shows them; nothing was added.`,
        );
      const missing = starters.filter((one) => one.added === null && names.some((name) => is(name)(one)));
      const added: FullSequence[] = [];
      for (const starter of missing) added.push(await addChecked(starter));
      return added;
    },
    /** Adds or changes people, all or none; a dry run only reports. Each address must be unique. */
    importPeople: (people: readonly Imported[], how: { dryRun: boolean }) =>
      ready().then(() => importPeople(people, how)),
    timeline: async (email: string) => timelineOf(db, (await findPerson(email)).id),
    /** Marks tasks as done; they stay when an offboarding drops open tasks. */
    markDone: async (email: string, taskIds: number[]) =>
      markDone(db, clock.now(), (await findPerson(email)).id, taskIds),
    seedDemo: async () => seedDemo(await ready(), createUser),
  };
}

/** @throws the error; a Refusal becomes an OperatorError with a line for each field */
function explainRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const lines = Object.entries(error.body).map(
    ([field, sentences]) => `${field}: ${Object.values(sentences).flat().join(' ')}`,
  );
  throw new OperatorError(lines.join('\n'));
}

/** Finds a person by address, in any case. */
async function findByEmail(queries: Queries, email: string) {
  const person = await queries
    .selectFrom('people')
    .select(['id', 'role', 'active'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (!person)
    throw new OperatorError(`Nobody has the address ${email}. "service user list" shows who there is.`);
  return person;
}

async function findSequence(queries: Queries, id: number): Promise<FullSequence> {
  const [found] = await readFullSequences(queries, id);
  if (!found) throw new OperatorError(`There is no sequence ${id}. "service sequence list" shows them.`);
  return found;
}

async function listUsers(queries: Queries) {
  const rows = await queries
    .selectFrom('people')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'active'])
    .select((row) =>
      row
        .selectFrom('tokens')
        .whereRef('tokens.person_id', '=', 'people.id')
        .select((token) => token.fn.countAll().as('count'))
        .as('tokens'),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ first_name, last_name, active, tokens, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`,
    active: active === 1,
    tokens: Number(tokens),
  }));
}
