import type { WebClient } from '@slack/web-api';
import {
  type Destination,
  MessageRefused,
  type Recipient,
  type Unreached,
} from '../ledger/outbox/message.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { askForAddress } from '../slack/people/people.ts';
import { answerOrCode } from '../slack/posting/slack-failure.ts';
import type { Settings } from '../storage/settings.ts';

export interface RecipientsOptions {
  client: WebClient;
  directory: Pick<Directory, 'current' | 'refresh'>;
  settings: () => Settings;
  /** HR's user ids, without those. */
  hrPeople: (without: { leaver: string | undefined; told: readonly string[] }) => Promise<readonly string[]>;
}

/** Somebody's Slack id, or why they have none. */
type InSlack = { userId: string } | { why: Unreached };

export type Recipients = ReturnType<typeof createRecipients>;

/** Finds out who recipients are in Slack, from what the service and Slack say now. */
export function createRecipients({ client, directory, settings, hrPeople }: RecipientsOptions) {
  /** The employee's address as the service lists it; read anew where it has not been read since that instant. */
  async function addressOf(id: number, since: Date): Promise<{ email: string } | { why: Unreached }> {
    const known = directory.current()?.people.get(id);
    if (!known && (directory.current()?.readAt ?? 0) < since.getTime()) await directory.refresh();
    const snapshot = directory.current();
    const person = known ?? snapshot?.people.get(id);
    // Who is not in a list that is old, or was never read, may be an employee all the same.
    if (!person && (!snapshot || snapshot.readAt < since.getTime()))
      throw new MessageRefused('employees_unread', { permanent: false, doubtful: false });
    if (!person) return { why: 'notAnEmployee' };
    return person.email === '' ? { why: 'noAddress' } : { email: person.email };
  }

  async function byAddress(email: string): Promise<InSlack> {
    // Without the scope it is the same each time.
    const person = await answerOrCode(['missing_scope'], () => askForAddress(client, email));
    if (typeof person === 'string') return { why: 'cannotLookUp' };
    return person && !person.isDeleted && !person.isBot ? { userId: person.id } : { why: 'notInSlack' };
  }

  /** @param since who was an employee then is looked for in a list that is no older. @throws MessageRefused; what Slack's client throws */
  async function findEmployee(id: number, since: Date): Promise<InSlack> {
    const address = await addressOf(id, since);
    return 'why' in address ? address : byAddress(address.email);
  }

  /** The people who are told directly. Somebody who leaves does not hear of it this way, even when they are HR. */
  async function peopleOfHr(recipient: Extract<Recipient, { hr: true }>, since: Date) {
    const { exceptEmployee, exceptUsers = [], onlyChannel } = recipient;
    if (onlyChannel) return [];
    const leaver = exceptEmployee === undefined ? undefined : await findEmployee(exceptEmployee, since);
    return hrPeople({
      leaver: leaver && 'userId' in leaver ? leaver.userId : undefined,
      told: exceptUsers,
    });
  }

  return {
    findEmployee,
    peopleOfHr,
    async destinationOf(recipient: Recipient, since: Date): Promise<Destination> {
      if ('channel' in recipient) return { kind: 'one', target: recipient.channel };
      if ('view' in recipient) return { kind: 'one', target: recipient.view };
      if ('hr' in recipient) {
        const { privateChannel } = settings();
        if (privateChannel !== undefined && privateChannel !== recipient.exceptChannel)
          return { kind: 'one', target: privateChannel };
        return { kind: 'several', people: await peopleOfHr(recipient, since) };
      }
      if ('email' in recipient) return asDestination(await byAddress(recipient.email));
      // What is written over says itself where it stands.
      if ('inPlaceOf' in recipient) return { kind: 'nobody', why: 'refused' };
      return asDestination(await findEmployee(recipient.employee, since));
    },
  };
}

function asDestination(found: InSlack): Destination {
  return 'why' in found ? { kind: 'nobody', why: found.why } : { kind: 'one', target: found.userId };
}
