import type { Organization } from './create-user.ts';
import { demoPeople } from './demo-company.ts';
import { demoSequences } from './demo-sequences.ts';
import { AddressTaken } from './operator-errors.ts';
import { addUser } from './operator-people.ts';
import { insertMissingSequences } from './sequences.ts';
import type { Store } from './store.ts';

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
