import type { InputBlock, NumberInput, PlainTextInput } from '@slack/types';
import { looksLikeEmail } from '../../block-kit/email.ts';
import type { ElementState } from '../../screen.ts';
import type { Canvas } from '../client.ts';
import { contentOf } from '../elements/element-state.ts';

/**
 * Slack's own validation errors by block id, found before the app gets the submission. Deliberately coarse: the app
 * validates the rest.
 */
export function clientSideErrors(canvas: Canvas): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const block of canvas.blocks.filter((one) => one.type === 'input')) {
    const state = canvas.elements[block.block_id ?? '']?.[block.element.action_id ?? ''];
    const error = state && errorOf(block, state);
    if (error) errors[block.block_id ?? ''] = error;
  }
  return errors;
}

function errorOf({ element, optional }: InputBlock, state: ElementState): string | undefined {
  const [text] = contentOf(state);
  if (text === undefined) return optional ? undefined : 'Please complete this required field.';
  switch (element.type) {
    case 'email_text_input':
      return looksLikeEmail(text) ? undefined : 'Please enter a valid email address.';
    case 'url_text_input':
      return /^https?:\/\/[^\s]+\.[^\s]+$/i.test(text) ? undefined : 'Please enter a valid URL.';
    case 'number_input':
      return numberError(element, text);
    case 'plain_text_input':
      return lengthError(element, [...text].length);
    default:
      return undefined;
  }
}

function lengthError({ min_length: min = 0, max_length: max = 3000 }: PlainTextInput, length: number) {
  if (length < min) return `Please lengthen this text to ${min} characters or more.`;
  if (length > max) return `Please shorten this text to ${max} characters or less.`;
  return undefined;
}

function numberError(limits: NumberInput, text: string): string | undefined {
  const pattern = limits.is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
  if (!pattern.test(text)) return 'Please enter a valid number.';
  if (limits.min_value !== undefined && Number(text) < Number(limits.min_value))
    return `Please enter a number of at least ${limits.min_value}.`;
  if (limits.max_value !== undefined && Number(text) > Number(limits.max_value))
    return `Please enter a number of at most ${limits.max_value}.`;
  return undefined;
}
