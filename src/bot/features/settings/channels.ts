import type { ContextBlock, KnownBlock, ModalView } from '@slack/types';
import type { ChangeArgs, FormArgs } from '../../slack/incoming/listeners.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { paragraph } from '../../slack/views/blocks.ts';
import { withBlocks } from '../../slack/views/view.ts';
import type { Settings } from '../../storage/settings.ts';
import { mistakeIn } from './channel-mistakes.ts';
import type { SettingsDeps } from './deps.ts';
import { settingsFields } from './fields.ts';
import { channelsIn, isLeft, savedPage, settingBlocks, settingsForm } from './form.ts';
import { say } from './messages.ts';

type Chosen = Pick<Settings, 'channels' | 'privateChannel'>;
const names = ['channels', 'privateChannel'] as const;

export function channelsForm(deps: SettingsDeps): ModalView {
  const current = deps.settingsStore.current();
  const fields = settingBlocks(settingsFields().channels, current, deps);
  const effects = effectNotes(current);
  const blocks = fields.flatMap((field, at) => [field, ...effects.slice(at, at + 1)]);
  return settingsForm('channels', [paragraph(say().channels.intro), ...blocks]);
}

/** A note under each field with the effect of its choice. */
function effectNotes({ channels, privateChannel }: Chosen): ContextBlock[] {
  const { effects } = say().channels;
  const sentences = {
    channels: effects.hires(channels.length),
    privateChannel: effects.confidential(privateChannel && channelsIn([privateChannel])),
  };
  return names.map((name) => ({
    type: 'context',
    block_id: `effect_${name}`,
    elements: [{ type: 'mrkdwn', text: sentences[name] }],
  }));
}

export function followChannels(deps: SettingsDeps) {
  return async ({ ack, body }: ChangeArgs) => {
    await ack();
    const { view: open } = originOf(body);
    if (!open || !body.view) return;
    const effects = effectNotes(chosenIn(body.view.state.values, deps));
    const blocks = open.blocks.map((block) => effects.find(isAt(block)) ?? block);
    await deps.windows.follow(open, withBlocks(open, blocks));
  };
}

function isAt({ block_id }: { block_id?: string }) {
  return (effect: KnownBlock) => effect.block_id === block_id;
}

/** The form's values, or the environment's where it fixes them. */
function chosenIn(state: unknown, { settingsStore }: SettingsDeps): Chosen {
  const { channels = [], privateChannel } = settingsFields().channels.read(state);
  const current = settingsStore.current();
  return {
    channels: settingsStore.isFixed('channels') ? current.channels : channels,
    privateChannel: settingsStore.isFixed('privateChannel') ? current.privateChannel : privateChannel,
  };
}

/** Checks each channel before saving: Frontdesk must be able to post there, and HR's must be private. */
export function receiveChannels(deps: SettingsDeps) {
  const { settingsStore, clock } = deps;
  return async ({ ack, view, body, client }: FormArgs) => {
    const fields = settingsFields().channels;
    const chosen = fields.read(view.state.values);
    const { channels = [], privateChannel } = chosen;
    const looking = { client, clock };
    const [wrongHires, wrongPrivate] = await Promise.all([
      mistakeIn(channels, { ...looking, mustBePrivate: false }),
      mistakeIn(privateChannel === undefined ? [] : [privateChannel], { ...looking, mustBePrivate: true }),
    ]);
    const errors = fields.errors({ channels: wrongHires, privateChannel: wrongPrivate });
    if (errors) return ack({ response_action: 'errors', errors });
    const changed = names.filter((name) => !isLeft(name, [fields.idOf(name)], view, deps));
    const wanted = Object.fromEntries(changed.map((name) => [name, chosen[name]]));
    await settingsStore.save(wanted, body.user.id, clock.now());
    await ack({ response_action: 'update', view: channelsSaved(settingsStore.current()) });
  };
}

function channelsSaved({ channels, privateChannel }: Chosen): ModalView {
  const { effects } = say().channels;
  const lines = [
    effects.hiresNow(channels.length, channelsIn(channels)),
    effects.confidential(privateChannel && channelsIn([privateChannel])),
  ];
  return savedPage('channels', lines);
}
