import { AddressTaken, explainRefusal, OperatorError } from '../operator-errors.ts';
import { Refusal } from '../refusal.ts';
import { markChanged } from '../storage/list-versions.ts';
import type { Db, Queries } from '../storage/tables.ts';
import { messages } from '../validation/messages.ts';
import type { CreateUser, NewUser } from './create-user.ts';

export type NewPerson = Omit<NewUser, 'language'> & { language?: string };

/** Adds a person as the API does. @returns the id @throws AddressTaken, OperatorError */
export async function addUser(createUser: CreateUser, person: NewPerson) {
  try {
    return (await createUser(person, null)).personId;
  } catch (error) {
    const fields = error instanceof Refusal ? Object.entries(error.body) : [];
    if (fields.length === 1 && fields[0]?.[1][0] === messages.emailTaken)
      throw new AddressTaken(`Somebody with the address ${person.email} exists already.`);
    return explainRefusal(error);
  }
}

/** Finds a person by address, in any case. @throws OperatorError */
export async function findByEmail(queries: Queries, email: string) {
  const person = await queries
    .selectFrom('people')
    .select(['id', 'role', 'active'])
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (!person)
    throw new OperatorError(`Nobody has the address ${email}. "service user list" shows who there is.`);
  return person;
}

export async function removeUser(db: Db, email: string, keepRecord: boolean): Promise<void> {
  const { id } = await findByEmail(db, email);
  await db.transaction().execute(async (transaction) => {
    if (keepRecord) await transaction.updateTable('people').set({ active: 0 }).where('id', '=', id).execute();
    else await transaction.deleteFrom('people').where('id', '=', id).execute();
    await markChanged(transaction, 'people_edits');
  });
}

export async function listUsers(queries: Queries) {
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
