import { createHash } from 'node:crypto';
import type { Candidate } from '../candidates.ts';

/** Fingerprint of the fields sent to the service; empty for a person it can't have. */
export function digestOf(candidate: Candidate): string {
  if ('leftOut' in candidate) return '';
  const { first_name, last_name, position, timezone } = candidate.person;
  const said = JSON.stringify([first_name, last_name, position ?? null, timezone ?? null]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}
