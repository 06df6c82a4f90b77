import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Log } from '../log.ts';
import { MessageRefused, type MessageToPost, type Place, type Post } from './ledger/message.ts';
import { isMendable } from './slack/channel-trouble.ts';
import { findMessage } from './slack/find-message.ts';
import type { SlackPeople } from './slack/people.ts';
import { channelOf, describeSlackFailure, postMessage } from './slack/post.ts';
import { updateWindow } from './slack/update-window.ts';

/** The ledger's way to Slack. */
export function postThrough(client: WebClient, people: SlackPeople, log: Log): Post {
  return {
    send: (message) => asRefusal(message, () => send(message)),
    find: (message) => asRefusal(message, () => find(message)),
  };

  async function send({ recipient, ...message }: MessageToPost): Promise<Place | undefined> {
    if (!('view' in recipient)) return postMessage(client, people, { ...message, recipient });
    const [view] = message.blocks;
    const isOpen = view && (await updateWindow(client, recipient.view, view));
    return isOpen ? { channel: recipient.view, ts: '' } : undefined;
  }

  async function find({ recipient, ...message }: MessageToPost): Promise<Place | undefined> {
    if ('view' in recipient) return undefined;
    const channel = await channelOf(people, recipient);
    if (channel === undefined) return undefined;
    try {
      return await findMessage(client, channel, message);
    } catch (error) {
      if (!cannotLook(error)) throw error;
      // Told twice is better than not at all.
      log.warn({ code: error.data.error }, 'it cannot be looked up whether Slack has a message');
      return undefined;
    }
  }
}

/** The app may not read that conversation: a scope is missing, or it is not a member. */
function cannotLook(error: unknown): error is WebAPIPlatformError {
  if (!(error instanceof WebAPIPlatformError)) return false;
  const { error: code } = error.data;
  return ['missing_scope', 'not_in_channel', 'channel_not_found', 'user_not_found'].includes(code);
}

async function asRefusal<Result>({ recipient }: MessageToPost, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, ...rest } = describeSlackFailure(error);
    const needsPeople = 'channel' in recipient && isMendable(recipient.channel, code);
    throw new MessageRefused(code, { ...rest, needsPeople, cause: error });
  }
}
