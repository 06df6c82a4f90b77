import type { WebClient } from '@slack/web-api';
import {
  MessageRefused,
  type MessageToPost,
  type Place,
  type Post,
  type Wording,
} from '../ledger/outbox/message.ts';
import { isMendable, unconfirmed } from '../slack/posting/channel-trouble.ts';
import { mustKeepItConfidential } from '../slack/posting/confidential.ts';
import { findMessage } from '../slack/posting/find-message.ts';
import type { Lookable } from '../slack/posting/lookable.ts';
import { postMessage } from '../slack/posting/post.ts';
import { describeSlackFailure } from '../slack/posting/slack-failure.ts';
import { updateWindow } from '../slack/views/update-window.ts';
import type { Recipients } from './recipients.ts';

interface PostOptions {
  client: WebClient;
  lookable: Lookable;
  recipients: Recipients;
  teamId: () => string;
}

/** The ledger's way to Slack. */
export function postThrough({ client, lookable, recipients, teamId }: PostOptions): Post {
  return {
    destinationOf: ({ recipient, createdAt }) =>
      withoutEffect(undefined, () => recipients.destinationOf(recipient, createdAt)),
    peopleInPlaceOf: ({ recipient, createdAt }) =>
      withoutEffect(undefined, async () =>
        'hr' in recipient ? recipients.peopleOfHr(recipient, createdAt) : [],
      ),
    async send(message, target) {
      if ('view' in message.recipient) return asRefusal(target, () => show(message, target));
      await withoutEffect(target, () => prepare(message, target));
      return asRefusal(target, () => postMessage(client, target, message));
    },
    find: (message, target) => asRefusal(target, () => find(message, target)),
  };

  async function show({ blocks: [view] }: Wording, target: string): Promise<Place | undefined> {
    const isOpen = view && (await updateWindow(client, target, view));
    return isOpen ? { channel: target, ts: '' } : undefined;
  }

  /** Everything that has to be so before anything is posted. */
  async function prepare({ recipient }: MessageToPost, target: string): Promise<void> {
    const isConfidential = 'hr' in recipient || ('channel' in recipient && recipient.confidential);
    if (isConfidential) await mustKeepItConfidential(client, target, teamId());
    await lookable.ensure(target);
  }

  async function find({ metadataId, createdAt }: MessageToPost, target: string): Promise<Place | undefined> {
    const found = await findMessage(client, lookable, { channel: target, metadataId, createdAt });
    if ('place' in found) return found.place;
    // Not twice: it waits until it can be looked for, and people are told where to look meanwhile.
    const code = unconfirmed(found.code);
    throw new MessageRefused(code, { permanent: false, doubtful: true, needsPeople: true, target });
  }

  async function asRefusal<Result>(target: string | undefined, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MessageRefused) throw error;
      throw refusal(target, error);
    }
  }

  /** What only asks leaves no message behind, however it ends. */
  async function withoutEffect<Result>(
    target: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MessageRefused) throw error;
      throw refusal(target, error, { doubtful: false });
    }
  }

  function refusal(target: string | undefined, error: unknown, known: { doubtful?: false } = {}) {
    const { code, ...rest } = describeSlackFailure(error);
    const needsPeople = target !== undefined && isMendable(target, code);
    if (needsPeople && target !== undefined) lookable.forget(target);
    return new MessageRefused(code, { ...rest, ...known, needsPeople, target, cause: error });
  }
}
