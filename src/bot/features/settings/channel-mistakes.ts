import type { WebClient } from '@slack/web-api';
import { type Clock, within } from '../../../time/clock.ts';
import { askChannel, confidentialTrouble } from '../../slack/posting/channels.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { say } from './messages.ts';

/** How long to wait for Slack's channel info, in milliseconds: a form must be answered within three seconds. */
const patience = 2_000;

interface Looking {
  client: WebClient;
  clock: Clock;
  mustBePrivate: boolean;
}

export async function mistakeIn(ids: readonly string[], looking: Looking): Promise<string | undefined> {
  const { clock } = looking;
  const mistakes = await within(clock, patience, Promise.all(ids.map((id) => mistakeOf(id, looking))));
  return mistakes ? mistakes.find((mistake) => mistake !== undefined) : say().channels.unknown;
}

async function mistakeOf(id: string, { client, mustBePrivate }: Looking): Promise<string | undefined> {
  const { archived, isPublic, isShared, unseen, unknown } = say().channels;
  try {
    const channel = await askChannel(client, id);
    const { name, is_archived, is_private, is_member } = channel;
    if (is_archived) return archived(`#${name}`);
    const trouble = mustBePrivate ? confidentialTrouble(channel) : undefined;
    if (trouble === 'channel_is_public') return isPublic(`#${name}`);
    if (trouble === 'channel_is_shared') return isShared(`#${name}`);
    // Frontdesk may post in public channels without being a member.
    return is_private && !is_member ? unseen : undefined;
  } catch (error) {
    return slackCode(error) === 'channel_not_found' ? unseen : unknown;
  }
}
