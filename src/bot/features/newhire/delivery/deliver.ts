import type { NewHire } from '../../../../contract/new-hire.ts';
import type { Outcome } from '../../../ledger/requests/request.ts';
import { NotConnected } from '../../../onboarding/client/client.ts';
import { OnboardingFailure } from '../../../onboarding/client/errors.ts';
import type { Directory } from '../../../onboarding/directory/directory.ts';
import type { Person } from '../../../onboarding/directory/person.ts';
import type { OnboardingService } from '../../../requests/define-request.ts';
import type { HireRequest } from '../request.ts';

/** One attempt to add a person. @throws OnboardingFailure */
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

/** A created person as menu entry. */
export function personOf({ first_name, last_name, email, role }: NewHire, id: number): Person {
  return { id, name: `${first_name} ${last_name}`, email, role };
}

/** Released deployments return no id on creation. A failed lookup isn't a failed creation. */
async function idOf(email: string, directory: Pick<Directory, 'lookUp'>): Promise<number | null> {
  try {
    return (await directory.lookUp(email)).person?.id ?? null;
  } catch (error) {
    if (error instanceof OnboardingFailure || error instanceof NotConnected) return null;
    throw error;
  }
}
