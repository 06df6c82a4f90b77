import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { plain } from '../../slack/views/blocks.ts';
import type { FixableName } from '../../storage/settings.ts';
import type { SettingsDeps } from './deps.ts';
import { fixedNote, shownValue, variables } from './fixed.ts';
import { callbackId, type FormName } from './ids.ts';
import { say } from './messages.ts';

/** A settings form; without a submit button if all its settings are fixed. */
export function settingsForm(
  name: FormName,
  blocks: readonly KnownBlock[],
  submit: string = say().save,
): ModalView {
  const { formTitles, cancel } = say();
  const canBeSent = blocks.some(({ type }) => type === 'input');
  return {
    type: 'modal',
    callback_id: callbackId(name),
    title: plain(formTitles[name]),
    ...(canBeSent && { submit: plain(submit) }),
    close: plain(cancel),
    blocks: [...blocks],
  };
}

interface SettingFields<Values> {
  names: readonly FixableName[];
  blocks(values: Values, offered: undefined): readonly InputBlock[];
}

/** Fields named after the settings they hold; fixed settings become notes. @param values initial values */
export function settingBlocks<Values>(
  fields: SettingFields<Values>,
  values: Values,
  { settingsStore }: SettingsDeps,
): KnownBlock[] {
  const current = settingsStore.current();
  return fields.blocks(values, undefined).map((block, at) => {
    const name = fields.names[at];
    if (!name || !settingsStore.isFixed(name)) return block;
    const value = shownValue(name, current);
    return fixedNote({ label: block.label.text, value, variable: variables[name] });
  });
}
