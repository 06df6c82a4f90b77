import { addUser } from '../operator/manage-people.ts';
import { AddressTaken } from '../operator/operator-errors.ts';
import type { Organization } from '../people/create-user.ts';
import { insertMissingSequences } from '../sequences/sequences.ts';
import type { Store } from '../storage/store.ts';
import { demoPeople } from './demo-people.ts';
import { demoSequences } from './demo-sequences.ts';

/** Adds the demo people and sequences that are not there yet. @returns how many of each were added */
export async function seedDemo(store: Store, organization: Organization) {
  let people = 0;
  for (const person of demoPeople) {
    try {
      await addUser(store, organization, person);
      people += 1;
    } catch (error) {
      if (!(error instanceof AddressTaken)) throw error;
    }
  }
  return { people, sequences: await insertMissingSequences(store, demoSequences) };
}
