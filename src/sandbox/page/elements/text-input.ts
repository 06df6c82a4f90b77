import type { EmailInput, NumberInput, PlainTextInput, RichTextInput, URLInput } from '@slack/types';
import { html } from 'htm/preact';
import { useRef, useState } from 'preact/hooks';
import { InOrder } from '../state/in-order.ts';
import { aria, type Spot, useInput } from './spot.ts';

type TextElement = PlainTextInput | EmailInput | URLInput | NumberInput | RichTextInput;

const keyboards: Readonly<Record<string, string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
};

/** Text input of any type. Every keystroke is sent to the sandbox. */
export function TextInput({ element, spot }: { element: TextElement; spot: Spot }) {
  const [text, setText] = useState(() => initialText(spot));
  const input = useInput(spot);
  const sender = useRef<InOrder<string>>(undefined);
  sender.current ??= new InOrder((value) => input(value));

  function onInput({ currentTarget }: InputEvent & { currentTarget: HTMLInputElement }): void {
    setText(currentTarget.value);
    void sender.current?.push(currentTarget.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || !spot.entersAction) return;
    event.preventDefault();
    void input(text, true);
  }

  const common = {
    ...aria(spot),
    placeholder: element.placeholder?.text,
    value: text,
    'data-focus': element.focus_on_load,
    onInput,
    onKeyDown,
  };
  if (isMultiline(element)) return html`<textarea class="box" rows="4" ...${common}></textarea>`;
  return html`<input class="box" type="text" autocomplete="off" spellcheck=${false}
    inputmode=${keyboards[element.type] ?? 'text'} ...${common} />`;
}

function isMultiline(element: TextElement): boolean {
  return (
    element.type === 'rich_text_input' ||
    (element.type === 'plain_text_input' && (element.multiline ?? false))
  );
}

function initialText({ state }: Spot): string {
  return state?.value ?? lettersIn(state?.rich_text_value);
}

function lettersIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(lettersIn).join('');
  if (typeof value !== 'object' || value === null) return '';
  if ('text' in value && typeof value.text === 'string') return value.text;
  return 'elements' in value ? lettersIn(value.elements) : '';
}
