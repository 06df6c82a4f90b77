import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { paragraph, plain } from '../../slack/views/blocks.ts';
import { input } from '../../slack/views/inputs.ts';
import { elementId, type FormName, forms } from './fields.ts';
import * as messages from './messages.ts';

/** A form of settings; without a submit button where nothing in it can be changed. */
export function settingsForm(
  name: FormName,
  blocks: readonly KnownBlock[],
  submit: string = messages.save,
): ModalView {
  const canBeSent = blocks.some(({ type }) => type === 'input');
  return {
    type: 'modal',
    callback_id: forms[name],
    title: plain(messages.formTitles[name]),
    ...(canBeSent && { submit: plain(submit) }),
    close: plain(messages.cancel),
    blocks: [...blocks],
  };
}

/** A field, or in its place that the environment says so. */
export function unlessFixed(isFixed: boolean, label: string, field: InputBlock): KnownBlock {
  return isFixed ? paragraph(`${label}\n${messages.fixed}`) : field;
}

/** One line of text. */
export function textField(
  id: string,
  label: string,
  { value, hint, optional = false }: { value?: string | undefined; hint?: string; optional?: boolean } = {},
): InputBlock {
  return input({
    id,
    label,
    optional,
    ...(hint !== undefined && { hint }),
    element: {
      type: 'plain_text_input',
      action_id: elementId(id),
      ...(value !== undefined && { initial_value: value }),
    },
  });
}
