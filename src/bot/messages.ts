import type { SequenceKind } from '../contract/sequence.ts';
import type { Request } from './ledger/requests/request.ts';
import { explain } from './onboarding/explain.ts';
import { cut } from './slack/views/blocks.ts';

/** Every sentence that several features say, or none. */

export const menus = {
  noEmployees: 'The employees haven’t loaded yet. Try again in a moment.',
  noSequences: 'The sequences haven’t loaded yet. Try again in a moment.',
  kinds: { onboarding: 'Onboarding', offboarding: 'Offboarding' } satisfies Record<SequenceKind, string>,
  unknownKind: 'Not sorted yet',
  findPerson: 'Type a name or email address',
  chooseSequences: 'Choose sequences',
  /** Somebody or something that was chosen and is not known any more. */
  unnamedPerson: (id: number) => `Employee ${id}`,
  unnamedSequence: (id: number) => `Sequence ${id}`,
  /** Of a list that could not be read for a while. */
  asOf: (minutes: number) =>
    Number.isFinite(minutes)
      ? `as of ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`} ago`
      : 'as of an earlier time',
} as const;

/** Another request stands in the way, and nobody can tell what it says. @param id its reference */
export function setAside(id: string): string {
  return `Another request for this person (${id}) can’t be read, so this one wasn’t saved. HR can try it again or discard it in App Home.`;
}

/** Why nothing can be handed in. */
export const unavailable = {
  startingUp: 'Frontdesk is loading the employees.',
  stopping: 'Frontdesk is stopping.',
  database: 'Frontdesk can’t write to its database.',
} as const;

/** In App Home, in the log and to whoever runs the program. */
export const tokenUnreadable =
  'The saved admin token was encrypted with another key. Save it again: npm run frontdesk -- token set';

/** The same, and to whoever starts the program. @param path the key file's */
export function keyFileBroken(path: string): string {
  return (
    `The key file ${path} is empty or cut off, and the saved admin token was encrypted with that key. Restore the ` +
    'key from a backup, or save the token again, which makes a new key: npm run frontdesk -- token set'
  );
}

/** Where the token above is told. */
export const addressUnreadable =
  'The saved address of the onboarding service can’t be read. Connect Frontdesk again in App Home, or run: npm run frontdesk -- token set';

/** Around what becomes of a form. */
export const outcome = {
  close: 'Close',
  correct: 'Correct and send again',
  keepsTrying:
    'Your request is saved and Frontdesk will keep trying. You can close this window; you’ll get a message when it’s ' +
    'done. There’s no need to enter it again.',
  findsOut:
    'Your request is saved. You can close this window; you’ll get a message with the outcome. ' +
    'There’s no need to enter it again.',
} as const;

export function whyPending(trouble: Error | undefined): string {
  return trouble ? explain(trouble) : 'The onboarding service is taking longer than usual to answer.';
}

/** At a field of a form that was sent once, changed and sent again: what was sent first counts. */
export function alreadySent({ id }: Request): string {
  return `You already sent this form with something else here (${id}). This change wasn't sent. Open a new form for it.`;
}

/** Tells the buttons of several requests apart for those who hear them. */
export function correctOf({ context }: Request): string {
  return cut(`${outcome.correct}: ${context.personName}`, 75);
}

export function reference({ id }: Request): string {
  return `Reference ${id}`;
}
