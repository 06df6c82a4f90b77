import type { Kysely } from 'kysely';
import { migrate, pendingMigrations } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { NotMigrated } from './operator-errors.ts';
import { type Organization, userCreator } from './people/create-user.ts';
import { administrator } from './people/find-people.ts';
import type { NewPerson, PersonLine } from './people/manage-people.ts';
import * as people from './people/manage-people.ts';
import { templateLookup } from './sequences/sequence-templates.ts';
import {
  insertSequences,
  listSequences,
  type NewSequence,
  type SequenceLine,
} from './sequences/sequences.ts';
import { listVersionReader } from './storage/list-versions.ts';
import { migrationsFor } from './storage/migrations.ts';
import type { Tables } from './storage/tables.ts';
import { markDone, type TimelineView, timelineOf } from './timeline/read-timeline.ts';
import { createToken, revokeTokens } from './tokens/tokens.ts';

/** What a person with a shell on the deployment may do. Every method throws one of `operator-errors.ts`. */
export interface Operator {
  /** @returns the names of the migrations that ran now */
  migrate(): Promise<string[]>;
  /** @returns the new person's id */
  addUser(person: NewPerson): Promise<number>;
  /** Removes the person with tokens and timeline, or keeps the record and only ends the tokens. */
  removeUser(email: string, options?: { keepRecord?: boolean }): Promise<void>;
  listUsers(): Promise<PersonLine[]>;
  /** @returns the token, which cannot be shown again */
  createToken(email: string): Promise<string>;
  /** Why the API will not let the person's tokens in; null when it will. */
  whyRefused(email: string): Promise<'not an administrator' | 'inactive' | null>;
  /** @returns how many tokens of the person there were */
  revokeTokens(email: string): Promise<number>;
  /** @returns the sequence's id */
  addSequence(sequence: NewSequence): Promise<number>;
  /** Adds all of them or none. @returns their ids in the same order */
  addSequences(sequences: NewSequence[]): Promise<number[]>;
  listSequences(): Promise<SequenceLine[]>;
  timeline(email: string): Promise<TimelineView>;
  /** Marks tasks of the person's timeline as done; they stay when an offboarding drops what is open. */
  markDone(email: string, taskIds: number[]): Promise<void>;
  /** Adds the demo people and sequences that are not there yet. */
  seedDemo(): Promise<{ people: number; sequences: number }>;
  close(): Promise<void>;
}

interface OperatorOptions {
  clock?: Clock;
  /** Defaults of new people; UTC and `en` when absent. */
  organization?: Organization;
}

/** Opens the service's database for an operator. Nothing is migrated until `migrate` is called. */
export function openOperator(databaseUrl: string, options: OperatorOptions = {}): Operator {
  const { clock = systemClock, organization = { timezone: 'UTC', language: 'en' } } = options;
  const { db, kind, close } = openDatabase<Tables>(databaseUrl);
  const migrations = migrationsFor(kind);
  const readVersions = listVersionReader(db);
  const createUser = userCreator({ db, clock, findTemplates: templateLookup(db), organization });

  /** The database, once it is sure that the tables are there: nobody should read "no such table". */
  async function ready(): Promise<Kysely<Tables>> {
    const pending = await pendingMigrations(db, migrations);
    if (pending.length > 0) throw new NotMigrated(pending);
    return db;
  }

  const addUser = async (person: NewPerson) => people.addUser(createUser, await readVersions(), person);
  const findPerson = async (email: string) => people.findByEmail(await ready(), email);

  return {
    migrate: () => migrate(db, migrations),
    async addUser(person) {
      await ready();
      return addUser(person);
    },
    removeUser: async (email, { keepRecord = false } = {}) =>
      people.removeUser(await ready(), email, keepRecord),
    listUsers: async () => people.listUsers(await ready()),
    createToken: async (email) => createToken(db, clock.now(), (await findPerson(email)).id),
    async whyRefused(email) {
      const { role, active } = await findPerson(email);
      if (active !== 1) return 'inactive';
      return role === administrator ? null : 'not an administrator';
    },
    revokeTokens: async (email) => revokeTokens(db, (await findPerson(email)).id),
    addSequence: async (sequence) => (await insertSequences(await ready(), [sequence]))[0] ?? 0,
    addSequences: async (sequences) => insertSequences(await ready(), sequences),
    listSequences: async () => listSequences(await ready()),
    timeline: async (email) => timelineOf(db, (await findPerson(email)).id),
    markDone: async (email, taskIds) => markDone(db, clock.now(), (await findPerson(email)).id, taskIds),
    seedDemo: async () => seedDemo(await ready(), addUser),
    close,
  };
}
