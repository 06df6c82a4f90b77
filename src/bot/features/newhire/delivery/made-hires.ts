import type { Ledger } from '../../../ledger/ledger.ts';
import type { MadeHires, MadeSince } from '../../../onboarding/directory/made-hires.ts';
import { isHire, kind } from '../request.ts';
import { personOf } from './deliver.ts';

/** Finds the hires that any process has added since an instant. */
export function madeHires(ledger: Pick<Ledger, 'doneSince'>): MadeSince {
  return async (since) => {
    const made: MadeHires = { people: [], withoutId: [] };
    for (const request of (await ledger.doneSince(kind, since)).filter(isHire)) {
      if (request.outcome?.kind !== 'done') continue;
      const { resultId } = request.outcome;
      if (resultId === null) made.withoutId.push(request.payload.email);
      else made.people.push(personOf(request.payload, resultId));
    }
    return made;
  };
}
