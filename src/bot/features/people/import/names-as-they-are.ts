import type { ImportedPerson } from '../../../../contract/additions/people.ts';
import { mostSplits, splitsOf } from '../names.ts';

/** Somebody who is in the service, and what would be another there, by the API's names. */
export interface Change {
  person: ImportedPerson;
  fields: readonly string[];
}

interface Asking {
  /** Asks the service what it would do with people. */
  ask(people: readonly ImportedPerson[]): Promise<{
    toChange: Change[];
    unchanged: number;
    refused: readonly ImportedPerson[];
  }>;
  /** What somebody is called in the service, both names in one. */
  called(person: ImportedPerson): string | undefined;
}

/**
 * Who is called the same in the service, where the first name ends elsewhere (“Mary Ann”, “Smith”), keeps it: that is no
 * change. The service's list has both names in one, so it is asked about each way.
 * @returns what is a change all the same, and how many are as they are
 */
export async function namesAsTheyAre(changes: readonly Change[], { ask, called }: Asking) {
  const isOpen = (one: Change) => namesDiffer(one) && called(one.person) === fullName(one.person);
  const open = new Map(changes.filter(isOpen).map((one) => [one.person.email, one]));
  const settled = changes.filter((one) => !isOpen(one));
  let unchanged = 0;
  for (let way = 0; way < mostSplits && open.size > 0; way += 1) {
    const tried = [...open.values()].flatMap(({ person }) => inWay(person, way));
    const asked = await ask(tried);
    const others = [...asked.toChange.filter(namesDiffer).map(({ person }) => person), ...asked.refused];
    const stillOpen = new Set(others.map(({ email }) => email));
    for (const { email } of tried) if (!stillOpen.has(email)) open.delete(email);
    settled.push(...asked.toChange.filter((one) => !namesDiffer(one)));
    unchanged += asked.unchanged;
  }
  return { toChange: [...settled, ...open.values()], unchanged };
}

function inWay(person: ImportedPerson, way: number): ImportedPerson[] {
  const names = splitsOf(fullName(person))[way];
  return names ? [{ ...person, ...names }] : [];
}

function namesDiffer({ fields }: Change): boolean {
  return fields.includes('first_name') || fields.includes('last_name');
}

function fullName({ first_name, last_name }: ImportedPerson): string {
  return `${first_name} ${last_name}`;
}
