import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, tryWithin } from '../../time/clock.ts';
import { type Access, createHrPeople } from '../access/access.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BlockedChannel } from '../ledger/outbox/blocked.ts';
import {
  type Destination,
  MessageRefused,
  type MessageToPost,
  type Place,
  type Post,
  type Recipient,
  type Unreached,
  type Wording,
} from '../ledger/outbox/message.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import { createSlackAdmins } from '../slack/people/members.ts';
import { askForAddress, askPerson, createSlackMemory } from '../slack/people/people.ts';
import {
  askChannel,
  confidentialTrouble,
  isMendable,
  mustKeepItConfidential,
  unconfirmed,
} from '../slack/posting/channels.ts';
import { createLookable, fileNameOf, type Lookable } from '../slack/posting/find-message.ts';
import {
  fileRefusal,
  inThread,
  postMessage,
  shareFile,
  updateMessage,
  uploadFile,
} from '../slack/posting/post.ts';
import type { Slack } from '../slack/slack.ts';
import { answerOrCode, describeSlackFailure, slackCode } from '../slack/web-client.ts';
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
  const recently = createSlackMemory({ ask, believedFor, isStrict: true, most: 1, clock });

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
      const code = await tryWithin(clock, patience, recently.get(channel));
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

interface RecipientsOptions {
  client: WebClient;
  directory: Pick<Directory, 'current' | 'refresh'>;
  settings: () => Settings;
  hrPeople: (without: { leaver: string | undefined; told: readonly string[] }) => Promise<readonly string[]>;
}

type InSlack = { userId: string } | { why: Unreached };

type Recipients = ReturnType<typeof createRecipients>;

function createRecipients({ client, directory, settings, hrPeople }: RecipientsOptions) {
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

interface PostOptions extends Pick<OutgoingOptions, 'client' | 'upload' | 'onFilesRefused'> {
  lookable: Lookable;
  recipients: Recipients;
  teamId: () => string;
}

function postThrough(options: PostOptions): Post {
  const { client, lookable, recipients, teamId } = options;

  return {
    destinationOf: ({ recipient, createdAt }) =>
      asRefusal(undefined, () => recipients.destinationOf(recipient, createdAt), withoutEffect),
    async peopleInPlaceOf({ recipient, createdAt }) {
      if (!('hr' in recipient)) return [];
      return asRefusal(undefined, () => recipients.peopleOfHr(recipient, createdAt), withoutEffect);
    },
    isDeactivated: async (userId) => (await askPerson(client, userId)).isDeleted,
    async send(message, target, atLast) {
      if ('view' in message.recipient) return asRefusal(target, () => show(message, target));
      await asRefusal(target, () => prepare(message, target), withoutEffect);
      const { file, thread } = message;
      if (file) return sendFile({ ...message, file }, target, atLast);
      await atLast();
      const isBroadcast = !message.isQuiet;
      return asRefusal(target, () =>
        inThread(thread, (thread) => postMessage(client, target, { ...message, thread, isBroadcast })),
      );
    },
    update: (place, wording) => asRefusal(undefined, () => updateMessage(client, place, wording)),
    find: (message, target, threads) => asRefusal(target, () => find(message, target, threads)),
  };

  async function show({ blocks: [view] }: Wording, view_id: string): Promise<Place | undefined> {
    if (!view) return undefined;
    try {
      // Typed by its builder before it was stored as JSON.
      await client.views.update({ view_id, view: view as ModalView });
      return { channel: view_id, ts: '' };
    } catch (error) {
      if (slackCode(error) !== undefined) return undefined;
      throw error;
    }
  }

  async function prepare({ recipient }: MessageToPost, target: string): Promise<void> {
    if ('hr' in recipient || ('confidential' in recipient && recipient.confidential))
      await mustKeepItConfidential(client, target, teamId());
    await lookable.ensure(target);
  }

  /** Nothing is visible in Slack before the file is shared, so anything that fails until then can start over. */
  async function sendFile(
    { metadataId, file, thread }: FileMessage,
    target: string,
    atLast: () => Promise<void>,
  ): Promise<Place> {
    const named = { name: fileNameOf(file.name, metadataId), content: file.content };
    const work = () => orNotAllowed(() => uploadFile(options, target, named));
    const uploaded = await asRefusal(target, work, withoutEffect);
    await atLast();
    const share = () => inThread(thread, (thread) => shareFile(client, uploaded, file, thread));
    return asRefusal(target, () => orNotAllowed(share), { mayTake: sharingTakes });
  }

  /** Reports refused files and fails permanently, so that nothing else waits. */
  async function orNotAllowed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      const code = fileRefusal(cause);
      if (code === undefined) throw cause;
      await options.onFilesRefused(code);
      throw new MessageRefused(code, { permanent: true, doubtful: false, cause });
    }
  }

  async function find(
    { metadataId, soughtSince: since }: MessageToPost,
    target: string,
    threads: readonly string[],
  ): Promise<Place | undefined> {
    const found = await lookable.find({ channel: target, metadataId, since, threads });
    if ('place' in found) return found.place;
    // Don't post twice: it waits until it can be looked up, and people are told where to look.
    const code = unconfirmed(found.code);
    throw new MessageRefused(code, { permanent: false, doubtful: true, needsPeople: true, target });
  }

  async function asRefusal<Result>(
    target: string | undefined,
    work: () => Promise<Result>,
    known: { doubtful?: false; mayTake?: number } = {},
  ): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof MessageRefused) throw cause;
      const { code, ...rest } = describeSlackFailure(cause);
      const needsPeople = target !== undefined && isMendable(target, code);
      if (needsPeople) lookable.forget(target);
      throw new MessageRefused(code, { ...rest, ...known, needsPeople, target, cause });
    }
  }
}

type FileMessage = MessageToPost & { file: NonNullable<Wording['file']>; thread?: string | undefined };

/** Slack may share a file up to this long after its answer, in milliseconds. */
const sharingTakes = 20_000;

const withoutEffect = { doubtful: false } as const;

interface OutgoingOptions
  extends Omit<RecipientsOptions, 'hrPeople'>,
    Pick<Slack, 'groups' | 'people' | 'identity' | 'upload'> {
  access: Pick<Access, 'lists'>;
  clock: Clock;
  /** Called when Slack refuses files for a reason that somebody has to fix, with its error code. */
  onFilesRefused(code: string): Promise<void>;
}

export type Outgoing = ReturnType<typeof createOutgoing>;

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
    /**
     * Slack user of an employee, or the reason there is none. `since`: when the person was known to be an employee; a
     * list read before is read again if it lacks them. Rejects if it can't be looked up now.
     */
    findEmployee: (id: number, since = clock.now()) => recipients.findEmployee(id, since),
  };
}
