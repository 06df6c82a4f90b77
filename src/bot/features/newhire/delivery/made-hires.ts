import type { Ledger } from '../../../ledger/ledger.ts';
import type { MadeHires, MadeSince } from '../../../onboarding/directory/made-hires.ts';
import { isHire, kind } from '../request.ts';

/** Finds the hires that any process has made since an instant. */
export function madeHires(ledger: Pick<Ledger, 'doneSince'>): MadeSince {
  return async (since) => {
    const made: MadeHires = { people: [], withoutId: [] };
    for (const request of (await ledger.doneSince(kind, since)).filter(isHire)) {
      if (request.outcome?.kind !== 'done') continue;
      const { email, first_name, last_name, role } = request.payload;
      const { resultId: id } = request.outcome;
      if (id === null) made.withoutId.push(email);
      else made.people.push({ id, name: `${first_name} ${last_name}`, email, role });
    }
    return made;
  };
}
