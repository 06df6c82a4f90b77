import type { Clock } from '../../time/clock.ts';
import type { Access } from '../access/access.ts';
import { createHrPeople } from '../access/hr-people.ts';
import type { SlackApp } from '../slack/app.ts';
import { createSlackAdmins } from '../slack/people/admins.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import { createLookable } from '../slack/posting/lookable.ts';
import type { Upload } from '../slack/posting/upload.ts';
import { postThrough } from './post.ts';
import { createRecipients, type RecipientsOptions } from './recipients.ts';

interface OutgoingOptions extends Omit<RecipientsOptions, 'hrPeople'> {
  access: Pick<Access, 'lists'>;
  groups: SlackGroups;
  people: SlackPeople;
  identity: SlackApp['identity'];
  clock: Clock;
  upload: Upload;
  /** Slack takes no files, for a reason that somebody has to mend: its word. */
  onFilesRefused(code: string): Promise<void>;
}

/** The ledger's way to Slack: who recipients are in a workspace, and how a message gets there. */
export function createOutgoing(options: OutgoingOptions) {
  const { client, access, clock } = options;
  const teamId = () => {
    const known = options.identity();
    // Until Slack has said which workspace it is, nobody is known to be a member of it: that is no answer.
    if (!known) throw new Error('Slack has not said yet which workspace this is.');
    return known.teamId;
  };
  const admins = createSlackAdmins(client, clock, teamId);
  const hrPeople = createHrPeople({ ...options, lists: access.lists, admins, teamId });
  const recipients = createRecipients({ ...options, hrPeople });
  return {
    post: postThrough({ ...options, lookable: createLookable(client, clock), recipients, teamId }),
    /** Who of HR is told directly. @throws when that cannot be found out now */
    peopleOfHr: recipients.peopleOfHr,
    /**
     * Who an employee of the service is in Slack. @param since when they were one, at the latest: the list is no older
     * @throws when that cannot be found out now
     */
    findEmployee: (id: number, since = clock.now()) => recipients.findEmployee(id, since),
  };
}
