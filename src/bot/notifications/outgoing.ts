import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../time/clock.ts';
import { type Access, createHrPeople } from '../access/access.ts';
import {
  MessageRefused,
  type MessageToPost,
  type Place,
  type Post,
  type Wording,
} from '../ledger/outbox/message.ts';
import { createSlackAdmins } from '../slack/people/members.ts';
import { askPerson, type SlackGroups, type SlackPeople } from '../slack/people/people.ts';
import { isMendable, mustKeepItConfidential, unconfirmed } from '../slack/posting/channels.ts';
import { createLookable, fileNameOf, findMessage, type Lookable } from '../slack/posting/find-message.ts';
import {
  fileRefusal,
  inThread,
  postMessage,
  shareFile,
  type Upload,
  updateMessage,
  uploadFile,
} from '../slack/posting/post.ts';
import { describeSlackFailure, slackCode } from '../slack/posting/slack-failure.ts';
import type { Slack } from '../slack/slack.ts';
import { createRecipients, type Recipients, type RecipientsOptions } from './recipients.ts';

interface PostOptions {
  client: WebClient;
  lookable: Lookable;
  recipients: Recipients;
  teamId: () => string;
  upload: Upload;
  onFilesRefused(code: string): Promise<void>;
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
      return asRefusal(target, () =>
        inThread(thread, (thread) => postMessage(client, target, { ...message, thread, isBroadcast: true })),
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
    const found = await findMessage(client, lookable, { channel: target, metadataId, since, threads });
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
