import type { WebClient } from '@slack/web-api';
import type { Language } from '../../../../language.ts';
import { type Clock, within } from '../../../../time/clock.ts';
import { askChannel, confidentialTrouble } from '../../../slack/posting/confidential.ts';
import { slackCode } from '../../../slack/posting/slack-failure.ts';
import { words } from '../words.ts';

/** How long Slack may take to tell about the channels, in milliseconds: a form is answered within three seconds. */
const patience = 2_000;

interface Looking {
  client: WebClient;
  clock: Clock;
  language: Language;
  /** What is confidential is posted there. */
  mustBePrivate: boolean;
}

/** What is wrong with the first of these channels with which something is; undefined where nothing is. */
export async function mistakeIn(ids: readonly string[], looking: Looking): Promise<string | undefined> {
  const { clock, language } = looking;
  const all = firstMistake(ids.map((id) => mistakeOf(id, looking)));
  const { unknown } = words[language].channels;
  return ((await within(clock, patience, all)) ?? { sentence: unknown }).sentence;
}

/** What is wrong with a channel, in words; without any where nothing is. */
interface Mistake {
  sentence: string | undefined;
}

async function firstMistake(mistakes: Promise<string | undefined>[]): Promise<Mistake> {
  return { sentence: (await Promise.all(mistakes)).find((mistake) => mistake !== undefined) };
}

async function mistakeOf(
  id: string,
  { client, language, mustBePrivate }: Looking,
): Promise<string | undefined> {
  const { archived, isPublic, isShared, unseen, unknown } = words[language].channels;
  try {
    const channel = await askChannel(client, id);
    const { name, is_archived, is_private, is_member } = channel;
    if (is_archived) return archived(`#${name}`);
    const trouble = mustBePrivate ? confidentialTrouble(channel) : undefined;
    if (trouble === 'channel_is_public') return isPublic(`#${name}`);
    if (trouble === 'channel_is_shared') return isShared(`#${name}`);
    // Into public channels Frontdesk may write without being in them.
    return is_private && !is_member ? unseen : undefined;
  } catch (error) {
    return slackCode(error) === 'channel_not_found' ? unseen : unknown;
  }
}
