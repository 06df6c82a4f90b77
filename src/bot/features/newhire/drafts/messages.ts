import { dayText, words } from '../../../../language.ts';
import { dayIn } from '../../../../time/dates.ts';
import type { ListedDraft } from '../../../storage/drafts.ts';

const untitled = 'No name yet';

const en = {
  label: 'Draft',
  saved: 'Draft saved for 30 days in App Home.',
  closed: ({ title }: ListedDraft) =>
    title === untitled ? 'Your draft is saved.' : `Your draft for ${title} is saved.`,
  ended: { sent: 'This draft has been sent.', deleted: 'This draft was deleted.' },
  alreadySent: 'Already sent.',
  none: 'You have no drafts.',
  heading: (count: number, most: number) => {
    if (count > most) return `Your ${most} newest drafts. Delete some to see older ones.`;
    return count === 1 ? 'You have one draft.' : `You have ${count} drafts.`;
  },
  older: (command: string) => `Older: ${command} drafts`,
  line: ({ title, savedAt }: ListedDraft) => `${title}\nSaved on ${dayText(dayIn('UTC', savedAt), 'en-GB')}`,
  untitled,
  resume: 'Resume',
  resumeOf: ({ title }: ListedDraft) => `Resume ${title}`,
  remove: 'Delete',
  removeOf: ({ title }: ListedDraft) => `Delete ${title}`,
  unreadable: 'This draft can’t be read.',
  gone: 'This draft no longer exists.',
};

export const say = words({ en });
