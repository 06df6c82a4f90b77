import { dayIn, sayDay } from '../../../../time/dates.ts';

interface Shown {
  title: string;
  savedAt: Date;
}

/** Every sentence about drafts. */
export const drafts = {
  title: 'Your drafts',
  saved: (command: string) => `Draft saved. Find it in App Home or with ${command} drafts, for 30 days.`,
  alreadySent: 'This form has been sent already, so there’s no draft to save.',
  none: (command: string) =>
    `You have no drafts. “Save draft” in the form that ${command} opens puts one aside, for 30 days.`,
  heading: (count: number, most: number) => {
    if (count > most)
      return `These are your ${most} newest drafts. Send or delete some, and older ones follow.`;
    return count === 1 ? 'You have one draft.' : `You have ${count} drafts.`;
  },
  older: (command: string) => `Older ones: type ${command} drafts.`,
  line: ({ title, savedAt }: Shown) => `${title}\nSaved on ${sayDay(dayIn('UTC', savedAt))}`,
  untitled: 'Somebody without a name yet',
  resume: 'Resume',
  resumeOf: ({ title }: Shown) => `Resume ${title}`,
  remove: 'Delete',
  removeOf: ({ title }: Shown) => `Delete ${title}`,
  unreadable: 'What was saved in this draft can’t be read anymore, so the form is empty.',
  gone: 'This draft is not there any more. Drafts are deleted when they are sent, and after 30 days.',
} as const;
