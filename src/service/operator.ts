import { migrate, pendingMigrations } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { seedDemo } from './demo.ts';
import { OperatorError } from './operator-errors.ts';
import { type Organization, userCreator } from './people/create-user.ts';
import { administrator } from './people/find-people.ts';
import { type Imported, peopleImporter } from './people/import-people.ts';
import * as people from './people/manage-people.ts';
import * as sequences from './sequences/manage-sequences.ts';
import { readFullSequences } from './sequences/sequence-templates.ts';
import { insertSequences, type NewSequence } from './sequences/sequences.ts';
import { listStarters } from './sequences/starters.ts';
import { migrationsFor } from './storage/migrations.ts';
import type { Db, Tables } from './storage/tables.ts';
import { markDone, timelineOf } from './timeline/timeline-worker.ts';
import { createToken, revokeTokens } from './tokens/tokens.ts';

export type Operator = ReturnType<typeof openOperator>;

interface OperatorOptions {
  clock?: Clock;
  /** Defaults of new people; UTC and `en` when absent. */
  organization?: Organization;
}

export function openOperator(databaseUrl: string, options: OperatorOptions = {}) {
  const { clock = systemClock, organization = { timezone: 'UTC', language: 'en' } } = options;
  const { db, kind, close } = openDatabase<Tables>(databaseUrl, { isPatient: true });
  const migrations = migrationsFor(kind);
  const importPeople = peopleImporter(db, clock, organization);
  const createUser = userCreator(db, clock, organization);

  /** Checks the tables first, so that nobody sees "no such table". */
  async function ready(): Promise<Db> {
    const pending = await pendingMigrations(db, migrations);
    if (pending.length > 0)
      throw new OperatorError(
        `The service's database is not up to date (${pending.join(', ')}). Run "service migrate" first.`,
      );
    return db;
  }

  const addUser = (person: people.NewPerson) => people.addUser(createUser, person);
  const findPerson = async (email: string) => people.findByEmail(await ready(), email);

  return {
    migrate: () => migrate(db, migrations),
    addUser: (person: people.NewPerson) => ready().then(() => addUser(person)),
    /** Removes the person with tokens and timeline; with `keepRecord`, only the tokens stop working. */
    removeUser: async (email: string, { keepRecord = false }: { keepRecord?: boolean } = {}) =>
      people.removeUser(await ready(), email, keepRecord),
    listUsers: async () => people.listUsers(await ready()),
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
    showSequence: async (id: number) => sequences.showSequence(await ready(), id),
    copySequence: async (id: number, name: string) => sequences.copySequence(await ready(), clock, id, name),
    archiveSequence: async (id: number, archived: boolean) =>
      sequences.archiveSequence(await ready(), id, archived),
    listStarters: async () => listStarters(await ready()),
    addStarters: async (names: readonly string[]) => sequences.addStarters(await ready(), clock, names),
    /** Adds or changes people, all or none; a dry run only reports. Each address must be unique. */
    importPeople: (people: readonly Imported[], how: { dryRun: boolean }) =>
      ready().then(() => importPeople(people, how)),
    timeline: async (email: string) => timelineOf(db, (await findPerson(email)).id),
    /** Marks tasks as done; they stay when an offboarding drops open tasks. */
    markDone: async (email: string, taskIds: number[]) =>
      markDone(db, clock.now(), (await findPerson(email)).id, taskIds),
    seedDemo: async () => seedDemo(await ready(), addUser),
    close,
  };
}
