import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { FormArgs } from '../../requests/form-answer.ts';
import { askChannel, confidentialTrouble } from '../../slack/posting/confidential.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import type { SettingsDeps, StoreDeps } from './deps.ts';
import { channelFields } from './fields.ts';
import { settingBlocks, settingsForm, unfixed } from './form.ts';
import { channels as words } from './messages.ts';

/** Where created hires are announced, and where offboardings and troubles are told. */
export function channelsForm(deps: StoreDeps): ModalView {
  return settingsForm('channels', [paragraph(words.intro), ...settingBlocks(channelFields, deps)]);
}

/** Looks at each channel before it is stored: Frontdesk has to be able to write there, and HR's has to be private. */
export function receiveChannels(deps: Pick<SettingsDeps, 'settingsStore' | 'clock'>) {
  return async ({ ack, view, body, client }: FormArgs) => {
    const { channels = [], privateChannel } = channelFields.read(view.state.values);
    const [wrongHires, wrongPrivate] = await Promise.all([
      firstMistake(channels.map((id) => mistakeOf(client, id, false))),
      privateChannel === undefined ? undefined : mistakeOf(client, privateChannel, true),
    ]);
    const errors = channelFields.errors({ channels: wrongHires, privateChannel: wrongPrivate });
    if (errors) return ack({ response_action: 'errors', errors });
    const changed = unfixed({ channels, privateChannel }, deps);
    await deps.settingsStore.save(changed, body.user.id, deps.clock.now());
    await ack();
  };
}

async function firstMistake(mistakes: Promise<string | undefined>[]): Promise<string | undefined> {
  return (await Promise.all(mistakes)).find((mistake) => mistake !== undefined);
}

async function mistakeOf(client: WebClient, id: string, mustBePrivate: boolean): Promise<string | undefined> {
  try {
    const channel = await askChannel(client, id);
    const { name, is_archived, is_private, is_member } = channel;
    if (is_archived) return words.archived(`#${name}`);
    const trouble = mustBePrivate ? confidentialTrouble(channel) : undefined;
    if (trouble === 'channel_is_public') return words.isPublic(`#${name}`);
    if (trouble === 'channel_is_shared') return words.isShared(`#${name}`);
    // Into public channels Frontdesk may write without being in them.
    return is_private && !is_member ? words.unseen : undefined;
  } catch (error) {
    return slackCode(error) === 'channel_not_found' ? words.unseen : words.unknown;
  }
}
