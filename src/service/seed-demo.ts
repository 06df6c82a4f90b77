import type { Organization } from './create-user.ts';
import { demoPeople } from './demo-company.ts';
import { demoSequences } from './demo-sequences.ts';
import { AddressTaken } from './operator-errors.ts';
import { addUser } from './operator-people.ts';
import { insertSequence, listSequences } from './sequences.ts';
import type { Store } from './store.ts';

/** Adds the demo people and sequences that are not there yet. @returns how many of each were added */
export async function seedDemo(store: Store, organization: Organization) {
  const added = { people: 0, sequences: 0 };
  for (const person of demoPeople) {
    try {
      await addUser(store, organization, person);
      added.people += 1;
    } catch (error) {
      if (!(error instanceof AddressTaken)) throw error;
    }
  }
  const known = new Set((await listSequences(store)).map(({ name }) => name));
  for (const sequence of demoSequences.filter(({ name }) => !known.has(name))) {
    await insertSequence(store, sequence);
    added.sequences += 1;
  }
  return added;
}
