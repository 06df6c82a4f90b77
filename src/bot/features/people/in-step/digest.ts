import { createHash } from 'node:crypto';
import type { Candidate } from '../candidates.ts';

/** Tells whether what the service has of somebody is another than before; empty for whom it cannot have. */
export function digestOf(candidate: Candidate): string {
  if ('leftOut' in candidate) return '';
  const { first_name, last_name, position, timezone } = candidate.person;
  const said = JSON.stringify([first_name, last_name, position ?? null, timezone ?? null]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}
