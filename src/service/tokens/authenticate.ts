import { Refusal } from '../refusal.ts';
import type { Versions } from '../storage/list-versions.ts';
import { parseTokenHeader, unauthorized } from './token-header.ts';
import type { OwnerOf } from './tokens.ts';

/** The only role whose tokens count. */
const administrator = 1;

/**
 * Lets an administrator's token in (specification, section 5). Nothing but the header counts: no cookie, no login.
 * @param versions as they were when the request had arrived
 * @param header the value of `Authorization`
 * @throws Refusal 401 or 403
 */
export async function authenticate(
  ownerOf: OwnerOf,
  versions: Versions,
  header: string | undefined,
): Promise<void> {
  const owner = await ownerOf(parseTokenHeader(header), versions);
  if (!owner) throw unauthorized('Invalid token.');
  if (!owner.active) throw unauthorized('User inactive or deleted.');
  if (owner.role !== administrator) {
    throw new Refusal(403, { detail: 'You do not have permission to perform this action.' });
  }
}
