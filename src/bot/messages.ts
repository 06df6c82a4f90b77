import type { SequenceKind } from '../contract/sequence.ts';

/** Every sentence that several features say, or none. */

export const menus = {
  noEmployees: 'The employees are not loaded yet. Try again in a moment.',
  noSequences: 'The sequences are not loaded yet. Try again in a moment.',
  kinds: { onboarding: 'Onboarding', offboarding: 'Offboarding' } satisfies Record<SequenceKind, string>,
  unknownKind: 'Kind not known',
} as const;

/** Why nothing can be handed in. */
export const unavailable = {
  startingUp: 'The employees are being read.',
  slack: 'The connection to Slack is not up.',
  database: 'The database cannot be written.',
} as const;

/** In App Home, in the log and to whoever runs the program. */
export const tokenUnreadable =
  'The stored admin token was encrypted with another key. Store it again: npm run frontdesk -- token set';
