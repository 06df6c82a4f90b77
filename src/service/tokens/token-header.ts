import { Refusal } from '../refusal.ts';

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

/** A 401, with the header that names the scheme. */
export function unauthorized(detail: string): Refusal {
  return new Refusal(401, { detail }, { 'www-authenticate': 'Token' });
}
