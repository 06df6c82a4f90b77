import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Language } from '../../../language.ts';
import type { FormArgs } from '../../slack/incoming/args.ts';
import { languageIn } from '../../slack/incoming/reader.ts';
import { askChannel, confidentialTrouble } from '../../slack/posting/confidential.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { settingBlocks, settingsForm } from './form.ts';
import { words } from './words.ts';

/** Where created hires are announced, and where offboardings and troubles are told. */
export function channelsForm(deps: SettingsDeps, language: Language): ModalView {
  const fields = settingBlocks(
    settingsFields[language].channels,
    deps.settingsStore.current(),
    deps,
    language,
  );
  return settingsForm('channels', [paragraph(words[language].channels.intro), ...fields], language);
}

/** Looks at each channel before it is stored: Frontdesk has to be able to write there, and HR's has to be private. */
export function receiveChannels(deps: SettingsDeps) {
  return async ({ ack, view, body, client, context }: FormArgs) => {
    const language = languageIn(context);
    const fields = settingsFields[language].channels;
    const { channels = [], privateChannel } = fields.read(view.state.values);
    const look = (id: string, mustBePrivate: boolean) => mistakeOf(client, id, mustBePrivate, language);
    const [wrongHires, wrongPrivate] = await Promise.all([
      firstMistake(channels.map((id) => look(id, false))),
      privateChannel === undefined ? undefined : look(privateChannel, true),
    ]);
    const errors = fields.errors({ channels: wrongHires, privateChannel: wrongPrivate });
    if (errors) return ack({ response_action: 'errors', errors });
    await deps.settingsStore.save({ channels, privateChannel }, body.user.id, deps.clock.now());
    await ack();
  };
}

async function firstMistake(mistakes: Promise<string | undefined>[]): Promise<string | undefined> {
  return (await Promise.all(mistakes)).find((mistake) => mistake !== undefined);
}

async function mistakeOf(
  client: WebClient,
  id: string,
  mustBePrivate: boolean,
  language: Language,
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
