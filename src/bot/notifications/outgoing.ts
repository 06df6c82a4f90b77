import type { Clock } from '../../time/clock.ts';
import type { Access } from '../access/access.ts';
import { createHrPeople } from '../access/hr-people.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import { createSlackAdmins } from '../slack/people/members.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import { createLookable } from '../slack/posting/find-message.ts';
import type { Upload } from '../slack/posting/post-file.ts';
import type { Slack } from '../slack/slack.ts';
import { postThrough } from './post.ts';
import { createRecipients, type RecipientsOptions } from './recipients.ts';

interface OutgoingOptions extends Omit<RecipientsOptions, 'hrPeople'> {
  access: Pick<Access, 'lists'>;
  groups: SlackGroups;
  people: SlackPeople;
  identity: Slack['identity'];
  clock: Clock;
  upload: Upload;
  /** Called when Slack refuses files for a reason that somebody has to fix, with its error code. */
  onFilesRefused(code: string): Promise<void>;
}

export function createOutgoing(options: OutgoingOptions) {
  const { client, access, clock } = options;
  const teamId = () => {
    const known = options.identity();
    // An error, because without the workspace nobody would count as a member.
    if (!known) throw new Error('Slack has not said yet which workspace this is.');
    return known.teamId;
  };
  const admins = createSlackAdmins(client, clock, teamId);
  const hrPeople = createHrPeople({ ...options, lists: access.lists, admins, teamId });
  const recipients = createRecipients({ ...options, hrPeople });
  return {
    post: postThrough({ ...options, lookable: createLookable(client, clock), recipients, teamId }),
    /** Rejects if they can't be found out now. */
    peopleOfHr: recipients.peopleOfHr,
    /** A list read before `since` is read again if it lacks the employee. Rejects if that can't be found out now. */
    findEmployee: (id: number, since = clock.now()) => recipients.findEmployee(id, since),
  };
}
