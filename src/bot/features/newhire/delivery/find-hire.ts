import { fold } from '../../../fold.ts';
import type { Finding } from '../../../ledger/requests/request-type.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import { addressTaken, type HireRequest } from '../request.ts';
import { refusals } from './stored-messages.ts';

/**
 * Looks up a hire's address after an attempt with an unknown outcome. Ids count up, so a person above the highest id
 * known before the first attempt was added after it.
 * @throws OnboardingFailure when the employees can't be read
 */
export async function findHire(request: HireRequest, directory: Pick<Directory, 'lookUp'>): Promise<Finding> {
  const { person, tellsAddresses } = await directory.lookUp(request.payload.email);
  if (!tellsAddresses) return { kind: 'needs_review', question: { kind: 'isItThere' } };
  return person ? whoseIsIt(person, request) : { kind: 'absent' };
}

function whoseIsIt({ id, name }: Person, { payload, baseline }: HireRequest): Finding {
  if (baseline !== null && id <= baseline) {
    return { kind: 'ended', outcome: addressTaken(refusals.hadTheAddressBefore(name)) };
  }
  const isSame = normal(name) === normal(`${payload.first_name} ${payload.last_name}`);
  if (isSame && baseline !== null)
    return { kind: 'ended', outcome: { kind: 'done', resultId: id, confirmed: false } };
  return { kind: 'needs_review', question: { kind: 'isItThem', resultId: id, name } };
}

/** Compares names as people read them: services trim them and keep their case. */
function normal(name: string): string {
  return fold(name).replace(/\s+/g, ' ').trim();
}
