import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BlockedChannel } from '../ledger/outbox/blocked.ts';
import {
  type Destination,
  MessageRefused,
  type Recipient,
  type Unreached,
} from '../ledger/outbox/message.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { askForAddress } from '../slack/people/people.ts';
import { createShortMemory } from '../slack/people/slack-memory.ts';
import { askChannel, confidentialTrouble } from '../slack/posting/channels.ts';
import { answerOrCode } from '../slack/posting/slack-failure.ts';
import type { Settings } from '../storage/settings.ts';

interface PrivateChannelOptions {
  client: WebClient;
  settings: () => Settings;
  ledger: Pick<Ledger, 'channelBlocked' | 'channelMended'>;
  clock: Clock;
  log: Log;
}

/** Lifetime of the cached answer for App Home, and the wait for Slack there, in milliseconds. */
const believedFor = 60_000;
const patience = 1_000;

const mostMembers = 1_000;

/** Slack's error codes for a channel that it doesn't reveal, if somebody can fix that. */
const mendable = ['channel_not_found', 'missing_scope'];

export function createPrivateChannel({ client, settings, ledger, clock, log }: PrivateChannelOptions) {
  const recently = createShortMemory({ ask, believedFor, most: 1, clock });

  async function ask(channel: string): Promise<string | undefined> {
    const facts = await answerOrCode(mendable, () => askChannel(client, channel));
    if (typeof facts === 'string') return facts;
    if (facts.is_archived) return 'is_archived';
    if (facts.is_private && !facts.is_member) return 'not_in_channel';
    return confidentialTrouble(facts);
  }

  return {
    /** Rejects with what Slack's client throws. */
    async hasMember(userId: string): Promise<boolean> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return false;
      const { members } = await client.conversations.members({ channel, limit: mostMembers });
      return (members ?? []).includes(userId);
    },
    async trouble(): Promise<BlockedChannel[]> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return [];
      const asked = recently.get(channel).catch(() => undefined);
      const code = await within(clock, patience, asked);
      return code === undefined ? [] : [{ channel, code }];
    },
    async check(): Promise<void> {
      const { privateChannel: channel } = settings();
      if (channel === undefined) return;
      try {
        const code = await ask(channel);
        if (code === undefined) return await ledger.channelMended(channel);
        log.error({ channel, code }, 'the private channel cannot be used');
        await ledger.channelBlocked({ channel, code });
      } catch (err) {
        log.warn({ err }, 'it cannot be looked up whether the private channel can be used');
      }
    },
  };
}

export interface RecipientsOptions {
  client: WebClient;
  directory: Pick<Directory, 'current' | 'refresh'>;
  settings: () => Settings;
  hrPeople: (without: { leaver: string | undefined; told: readonly string[] }) => Promise<readonly string[]>;
}

type InSlack = { userId: string } | { why: Unreached };

export type Recipients = ReturnType<typeof createRecipients>;

export function createRecipients({ client, directory, settings, hrPeople }: RecipientsOptions) {
  /** Address of an employee; reads the list again if they aren't in it and it is older than `since`. */
  async function addressOf(id: number, since: Date): Promise<{ email: string } | { why: Unreached }> {
    const known = directory.current()?.people.get(id);
    if (!known && (directory.current()?.readAt ?? 0) < since.getTime()) await directory.refresh();
    const snapshot = directory.current();
    const person = known ?? snapshot?.people.get(id);
    // A person missing from an old or unread list may still be an employee.
    if (!person && (!snapshot || snapshot.readAt < since.getTime()))
      throw new MessageRefused('employees_unread', { permanent: false, doubtful: false });
    if (!person) return { why: 'notAnEmployee' };
    return person.email === '' ? { why: 'noAddress' } : { email: person.email };
  }

  async function byAddress(email: string): Promise<InSlack> {
    // A retry without the scope would fail again.
    const person = await answerOrCode(['missing_scope'], () => askForAddress(client, email));
    if (typeof person === 'string') return { why: 'cannotLookUp' };
    return person && !person.isDeleted && !person.isBot ? { userId: person.id } : { why: 'notInSlack' };
  }

  /**
   * The list must be at least as new as `since` to conclude that somebody isn't an employee. Rejects with
   * MessageRefused.
   */
  async function findEmployee(id: number, since: Date): Promise<InSlack> {
    const address = await addressOf(id, since);
    return 'why' in address ? address : byAddress(address.email);
  }

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
      // A replacement already has its place.
      if ('inPlaceOf' in recipient) return { kind: 'nobody', why: 'refused' };
      return asDestination(await findEmployee(recipient.employee, since));
    },
  };
}

function asDestination(found: InSlack): Destination {
  return 'why' in found ? { kind: 'nobody', why: found.why } : { kind: 'one', target: found.userId };
}
