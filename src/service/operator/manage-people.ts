import type { Role } from '../../contract/role.ts';
import { type Organization, userCreator } from '../people/create-user.ts';
import { Refusal } from '../refusal.ts';
import { templateLookup } from '../sequences/sequence-templates.ts';
import { listVersionReader } from '../storage/list-versions.ts';
import { markChanged, type Store } from '../storage/store.ts';
import { messages } from '../validation/messages.ts';
import { AddressTaken, NoSuchPerson, NotAccepted } from './operator-errors.ts';

/** A person as an operator adds one; what is absent gets the API's defaults. */
export interface NewPerson {
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  position?: string;
  start_day?: string;
  timezone?: string;
  language?: string;
  /** Ids of sequences to assign. */
  sequences?: number[];
}

/** One line of `service user list`. */
export interface PersonLine {
  id: number;
  email: string;
  name: string;
  role: number;
  active: boolean;
  tokens: number;
}

export async function addUser(store: Store, organization: Organization, person: NewPerson): Promise<number> {
  const create = userCreator(store, templateLookup(store), organization);
  try {
    return (await create('users', person, await listVersionReader(store)())).id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw accountFor(error.body, person.email);
  }
}

function accountFor(problem: Refusal['body'], email: string): Error {
  const fields = Object.entries(problem);
  if (fields.length === 1 && fields[0]?.[1][0] === messages.emailTaken) return new AddressTaken(email);
  return new NotAccepted(
    fields.map(([field, sentences]) => `${field}: ${Object.values(sentences).flat().join(' ')}`).join('\n'),
  );
}

export async function personBy({ db }: Store, email: string) {
  const person = await db
    .selectFrom('people')
    .select(['id', 'role', 'active'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (!person) throw new NoSuchPerson(email);
  return person;
}

export async function removeUser(store: Store, email: string, keepRecord: boolean): Promise<void> {
  const { id } = await personBy(store, email);
  await store.db.transaction().execute(async (transaction) => {
    if (keepRecord) await transaction.updateTable('people').set({ active: 0 }).where('id', '=', id).execute();
    else await transaction.deleteFrom('people').where('id', '=', id).execute();
    await markChanged(transaction, 'removals');
    await markChanged(transaction, 'tokens');
  });
}

export async function listUsers({ db }: Store): Promise<PersonLine[]> {
  const rows = await db
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

export async function revokeTokens(store: Store, email: string): Promise<number> {
  const { id } = await personBy(store, email);
  return store.db.transaction().execute(async (transaction) => {
    const deleted = await transaction.deleteFrom('tokens').where('person_id', '=', id).executeTakeFirst();
    await markChanged(transaction, 'tokens');
    return Number(deleted.numDeletedRows);
  });
}
