import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { FeatureDeps } from '../../feature.ts';
import type { FormArgs } from '../../requests/form-answer.ts';
import { askChannel, confidentialTrouble } from '../../slack/posting/confidential.ts';
import { slackCode } from '../../slack/posting/slack-failure.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { input } from '../../slack/views/inputs.ts';
import { elementId, fields } from './fields.ts';
import { settingsForm, unlessFixed } from './form.ts';
import { channels as words } from './messages.ts';

/** Where created hires are announced, and where offboardings and troubles are told. */
export function channelsForm({ settingsStore }: FeatureDeps): ModalView {
  const { channels, privateChannel } = settingsStore.current();
  return settingsForm('channels', [
    paragraph(words.intro),
    unlessFixed(
      settingsStore.isFixed('channels'),
      words.hires,
      input({
        id: fields.channels,
        label: words.hires,
        optional: true,
        element: {
          type: 'multi_conversations_select',
          action_id: elementId(fields.channels),
          filter: { include: ['public', 'private'], exclude_bot_users: true },
          ...(channels.length > 0 && { initial_conversations: [...channels] }),
        },
      }),
    ),
    unlessFixed(
      settingsStore.isFixed('privateChannel'),
      words.privateChannel,
      input({
        id: fields.privateChannel,
        label: words.privateChannel,
        hint: words.privateHint,
        optional: true,
        element: {
          type: 'conversations_select',
          action_id: elementId(fields.privateChannel),
          filter: { include: ['private'], exclude_bot_users: true, exclude_external_shared_channels: true },
          ...(privateChannel !== undefined && { initial_conversation: privateChannel }),
        },
      }),
    ),
  ]);
}

const State = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      selected_conversation: z.string().nullish(),
      selected_conversations: z.array(z.string()).nullish(),
    }),
  ),
);

/** Looks at each channel before it is stored: Frontdesk has to be able to write there, and HR's has to be private. */
export function receiveChannels({ settingsStore, clock }: FeatureDeps) {
  return async ({ ack, view, body, client }: FormArgs) => {
    const state = State.parse(view.state.values);
    const [hires] = Object.values(state[fields.channels] ?? {});
    const [forHr] = Object.values(state[fields.privateChannel] ?? {});
    const channels = hires?.selected_conversations ?? [];
    const privateChannel = forHr?.selected_conversation ?? undefined;
    const [wrongHires, wrongPrivate] = await Promise.all([
      firstMistake(channels.map((id) => mistakeOf(client, id, false))),
      privateChannel === undefined ? undefined : mistakeOf(client, privateChannel, true),
    ]);
    const errors = {
      ...(wrongHires !== undefined && { [fields.channels]: wrongHires }),
      ...(wrongPrivate !== undefined && { [fields.privateChannel]: wrongPrivate }),
    };
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors });
    await settingsStore.save(
      {
        ...(!settingsStore.isFixed('channels') && { channels }),
        ...(!settingsStore.isFixed('privateChannel') && { privateChannel }),
      },
      body.user.id,
      clock.now(),
    );
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
