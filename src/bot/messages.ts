import type { SequenceKind } from '../contract/sequence.ts';
import { words } from '../language.ts';
import type { Request } from './ledger/requests/request.ts';

const en = {
  menus: {
    noEmployees: 'Employees haven’t loaded yet. Try again in a moment.',
    noSequences: 'Sequences haven’t loaded yet. Try again in a moment.',
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
    return `Request ${id} for this person can’t be read, so this one wasn’t saved. HR can discard it in App Home.`;
  },
  correct: 'Correct and send again',
  saved: 'You’ll get a message with the outcome. There’s no need to enter it again.',
  slowService: 'The onboarding service is slow to answer.',
  alreadySent({ id }: Request): string {
    return `You already sent this form (${id}), so this change wasn’t sent.`;
  },
  reference({ id }: Request): string {
    return `Reference ${id}`;
  },
};

export const say = words({ en });
