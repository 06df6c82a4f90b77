import { AddressTaken } from '../operator-errors.ts';
import type { NewPerson } from '../people/manage-people.ts';
import { insertMissingSequences } from '../sequences/sequences.ts';
import type { Db } from '../storage/tables.ts';
import { demoPeople } from './demo-people.ts';
import { demoSequences } from './demo-sequences.ts';

/**
 * Adds missing demo people and sequences.
 * @param addUser throws AddressTaken for people who exist
 * @returns how many of each were added
 */
export async function seedDemo(db: Db, addUser: (person: NewPerson) => Promise<number>) {
  let people = 0;
  for (const person of demoPeople) {
    try {
      await addUser(person);
      people += 1;
    } catch (error) {
      if (!(error instanceof AddressTaken)) throw error;
    }
  }
  return { people, sequences: await insertMissingSequences(db, demoSequences) };
}
