import { administrator } from '../people/find-people.ts';
import { Refusal } from '../refusal.ts';
import type { Versions } from '../storage/list-versions.ts';
import type { OwnerOf } from './tokens.ts';

/**
 * Admits an administrator's token (specification, section 5). Only the header counts: no cookie, no login.
 * @param versions as read after the request arrived
 * @param header value of `Authorization`
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

/**
 * Reads `Authorization: Token …` (specification, section 5, rule 2).
 * @throws Refusal 401 that says what is wrong with the header
 */
export function parseTokenHeader(header = ''): string {
  const [scheme, ...rest] = header.split(/\s+/).filter((part) => part !== '');
  if (scheme?.toLowerCase() !== 'token') throw unauthorized('Authentication credentials were not provided.');
  if (rest.length === 0) throw unauthorized('Invalid token header. No credentials provided.');
  if (rest.length > 1) throw unauthorized('Invalid token header. Token string should not contain spaces.');
  const [token = ''] = rest;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw unauthorized('Invalid token header. Token string should not contain invalid characters.');
  }
  return token;
}

/** Refusal 401, with the header that names the scheme. */
export function unauthorized(detail: string): Refusal {
  return new Refusal(401, { detail }, { 'www-authenticate': 'Token' });
}
