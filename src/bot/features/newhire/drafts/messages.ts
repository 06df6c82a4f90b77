import { words } from '../../../../language.ts';
import { dayIn, formatDay } from '../../../../time/dates.ts';
import type { ListedDraft } from '../../../storage/drafts.ts';

const untitled = 'No name yet';

const en = {
  label: 'Draft',
  saved: (command: string) => `Draft saved. Find it in App Home or with ${command} drafts, for 30 days.`,
  closed: ({ title }: ListedDraft) =>
    title === untitled ? 'Your draft is saved.' : `Your draft for ${title} is saved.`,
  ended: { sent: 'This draft has been sent.', deleted: 'This draft was deleted.' },
  alreadySent: 'This form was already sent, so there’s no draft to save.',
  none: (command: string) =>
    `You have no drafts. To keep a form for 30 days, open it with ${command} and press “Save draft”.`,
  heading: (count: number, most: number) => {
    if (count > most) return `These are your ${most} newest drafts. Send or delete some to see older ones.`;
    return count === 1 ? 'You have one draft.' : `You have ${count} drafts.`;
  },
  older: (command: string) => `Older ones: type ${command} drafts.`,
  line: ({ title, savedAt }: ListedDraft) =>
    `${title}\nSaved on ${formatDay(dayIn('UTC', savedAt), 'en-GB')}`,
  untitled,
  resume: 'Resume',
  resumeOf: ({ title }: ListedDraft) => `Resume ${title}`,
  remove: 'Delete',
  removeOf: ({ title }: ListedDraft) => `Delete ${title}`,
  unreadable: 'Frontdesk can’t read this draft, so the form is empty.',
  gone: 'This draft is gone. Drafts are deleted when you send them, and after 30 days.',
};

export const say = words({ en });
