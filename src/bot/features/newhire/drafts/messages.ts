import { words } from '../../../../language.ts';
import { dayIn, formatDay } from '../../../../time/dates.ts';
import type { ListedDraft } from '../../../storage/drafts.ts';

const untitled = 'No name yet';

const en = {
  label: 'Draft',
  saved: (command: string) => `Draft saved for 30 days, in App Home and ${command} drafts.`,
  closed: ({ title }: ListedDraft) =>
    title === untitled ? 'Your draft is saved.' : `Your draft for ${title} is saved.`,
  ended: { sent: 'This draft has been sent.', deleted: 'This draft was deleted.' },
  alreadySent: 'Already sent, so there’s no draft to save.',
  none: (command: string) =>
    `You have no drafts. Press “Save draft” in ${command} to keep a form for 30 days.`,
  heading: (count: number, most: number) => {
    if (count > most) return `Your ${most} newest drafts. Send or delete some to see older ones.`;
    return count === 1 ? 'You have one draft.' : `You have ${count} drafts.`;
  },
  older: (command: string) => `Older ones: ${command} drafts`,
  line: ({ title, savedAt }: ListedDraft) =>
    `${title}\nSaved on ${formatDay(dayIn('UTC', savedAt), 'en-GB')}`,
  untitled,
  resume: 'Resume',
  resumeOf: ({ title }: ListedDraft) => `Resume ${title}`,
  remove: 'Delete',
  removeOf: ({ title }: ListedDraft) => `Delete ${title}`,
  unreadable: 'This draft can’t be read, so the form is empty.',
  gone: 'This draft was sent, deleted or older than 30 days.',
};

export const say = words({ en });
