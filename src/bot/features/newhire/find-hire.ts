import type { NewHire } from '../../../contract/new-hire.ts';
import { fold } from '../../fold.ts';
import type { Outcome } from '../../ledger/requests/request.ts';
import type { Finding } from '../../ledger/requests/request-type.ts';
import { OnboardingFailure } from '../../onboarding/client/errors.ts';
import type { Directory } from '../../onboarding/directory/directory.ts';
import type { Person } from '../../onboarding/directory/person.ts';
import type { OnboardingService } from '../../requests/define-request.ts';
import { addressTaken, type HireRequest } from './request.ts';
import { refusals } from './stored-messages.ts';

/**
 * Looks up a hire's address after an attempt with an unknown outcome. Ids count up, so a person above the
 * highest id known before was added after it.
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

export async function deliver(
  { payload, idempotencyKey }: HireRequest,
  { client, directory }: OnboardingService,
): Promise<Outcome> {
  const { id, role } = await client.createHire(payload, idempotencyKey ?? undefined);
  const employeeId = id ?? (await idOf(payload.email, directory));
  if (employeeId !== null) directory.add(personOf(payload, employeeId));
  // A person who got another role than requested has no sequences.
  return { kind: 'done', resultId: employeeId, confirmed: role === payload.role };
}

function personOf({ first_name, last_name, email, role }: NewHire, id: number): Person {
  return { id, name: `${first_name} ${last_name}`, email, role };
}

/** Released deployments return no id on creation. A failed lookup isn't a failed creation. */
async function idOf(email: string, directory: Pick<Directory, 'lookUp'>): Promise<number | null> {
  try {
    return (await directory.lookUp(email)).person?.id ?? null;
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}
