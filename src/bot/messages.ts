import type { SequenceKind } from '../contract/sequence.ts';
import { words } from '../language.ts';
import type { Request } from './ledger/requests/request.ts';

const outcome = {
  correct: 'Correct and send again',
  keepsTrying:
    'Your request is saved and Frontdesk will keep trying. You can close this window; you’ll get a message when it’s ' +
    'done. There’s no need to enter it again.',
  findsOut:
    'Your request is saved. You can close this window; you’ll get a message with the outcome. ' +
    'There’s no need to enter it again.',
} as const;

const en = {
  menus: {
    noEmployees: 'The employees haven’t loaded yet. Try again in a moment.',
    noSequences: 'The sequences haven’t loaded yet. Try again in a moment.',
    kinds: { onboarding: 'Onboarding', offboarding: 'Offboarding' } satisfies Record<SequenceKind, string>,
    unknownKind: 'Not sorted yet',
    findPerson: 'Type a name or email address',
    chooseSequences: 'Choose sequences',
    unnamedPerson: (id: number) => `Employee ${id}`,
    unnamedSequence: (id: number) => `Sequence ${id}`,
    asOf: (minutes: number) =>
      Number.isFinite(minutes)
        ? `as of ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`} ago`
        : 'as of an earlier time',
  },
  /** Refuses a submission while a stored request about the person can't be read. */
  setAside(id: string): string {
    return `Another request for this person (${id}) can’t be read, so this one wasn’t saved. HR can try it again or discard it in App Home.`;
  },
  outcome,
  slowService: 'The onboarding service is taking longer than usual to answer.',
  alreadySent({ id }: Request): string {
    return `You already sent this form with something else here (${id}). This change wasn’t sent. Open a new form for it.`;
  },
  reference({ id }: Request): string {
    return `Reference ${id}`;
  },
};

export const say = words({ en });
