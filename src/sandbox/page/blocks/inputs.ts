import type {
  Checkboxes,
  Datepicker,
  DateTimepicker,
  EmailInput,
  FileInput,
  NumberInput,
  Option,
  PlainTextInput,
  RadioButtons,
  RichTextInput,
  Timepicker,
  URLInput,
} from '@slack/types';
import { html } from 'htm/preact';
import { useRef, useState } from 'preact/hooks';
import { Text } from '../mrkdwn/mrkdwn.ts';
import { InOrder } from '../state/api.ts';
import { useStage } from '../state/stage.ts';
import { useEcho } from '../state/use-stored.ts';
import { aria, type Spot, useInput } from './spot.ts';

type TextElement = PlainTextInput | EmailInput | URLInput | NumberInput | RichTextInput;

const keyboards: Readonly<Record<string, string>> = {
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'decimal',
};

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

/** Content of a file, from its data URL. */
function base64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}

/** Files are read in the browser and uploaded at once, as in Slack. */
export function FileField({ element, spot }: { element: FileInput; spot: Spot }) {
  const { act } = useStage();
  const { place, blockId, actionId } = spot;

  async function onChange({ currentTarget }: Event & { currentTarget: HTMLInputElement }): Promise<void> {
    const chosen = [...(currentTarget.files ?? [])];
    const files = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, content: await base64(file) })),
    );
    await act({ verb: 'attach', place, blockId, actionId, files });
  }

  return html`<input class="box" type="file" multiple=${element.max_files !== 1}
    accept=${element.filetypes?.map((type) => `.${type}`).join(',')} ...${aria(spot)} onChange=${onChange} />`;
}

export function Choices({ element, spot }: { element: Checkboxes | RadioButtons; spot: Spot }) {
  const isMany = element.type === 'checkboxes';
  const input = useInput(spot);
  const { state } = spot;
  const told = [state?.selected_options ?? [], state?.selected_option ?? []]
    .flat()
    .map(({ value }) => value ?? '');
  const [chosen, choose] = useEcho(told);

  function toggle(value: string): void {
    const next = isMany ? toggled(chosen, value) : [value];
    choose(next, input(isMany ? next : value));
  }

  return html`<div class="choices" id=${spot.domId} tabindex="-1" role=${isMany ? 'group' : 'radiogroup'}
    aria-label=${spot.label} aria-labelledby=${spot.label ? undefined : `${spot.domId}-label`} aria-describedby=${spot.describedBy}>
    ${element.options.map(
      (option) => html`<${Choice} key=${option.value} option=${option} type=${isMany ? 'checkbox' : 'radio'}
      name=${spot.domId} isChosen=${chosen.includes(option.value ?? '')} onChoose=${toggle} />`,
    )}
  </div>`;
}

interface ChoiceProps {
  option: Option;
  type: 'checkbox' | 'radio';
  name: string;
  isChosen: boolean;
  onChoose(value: string): void;
}

function Choice({ option, type, name, isChosen, onChoose }: ChoiceProps) {
  return html`<label class="choice">
    <input type=${type} name=${name} checked=${isChosen} onChange=${() => onChoose(option.value ?? '')} />
    <span><${Text} text=${option.text} />${option.description && html`<small><${Text} text=${option.description} /></small>`}</span>
  </label>`;
}

function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

type DateElement = Datepicker | Timepicker | DateTimepicker;

type Kind = 'date' | 'time' | 'datetime-local';

const kinds = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
} as const satisfies Record<string, Kind>;

export function DateInput({ element, spot }: { element: DateElement; spot: Spot }) {
  const kind = kinds[element.type];
  const [value, setValue] = useState(() => initialValue(spot));
  const input = useInput(spot);

  function onInput({ currentTarget }: InputEvent & { currentTarget: HTMLInputElement }): void {
    setValue(currentTarget.value);
    if (isComplete(currentTarget)) void input(toSlack(kind, currentTarget.value));
  }

  return html`<input class="box" type=${kind} value=${value} data-focus=${element.focus_on_load}
    ...${aria(spot)} onInput=${onInput} />`;
}

/** Whether a year is fully typed: 0002 is on the way to 2026. */
function isComplete({ value, validity }: HTMLInputElement): boolean {
  return !value.startsWith('0') || /^0\d:/.test(value) ? !validity.badInput : false;
}

function toSlack(kind: Kind, value: string): string | null {
  if (value === '') return null;
  return kind === 'datetime-local' ? String(new Date(value).getTime() / 1000) : value;
}

function initialValue({ state }: Spot): string {
  const seconds = state?.selected_date_time;
  if (seconds) return localMinutes(new Date(seconds * 1000));
  return state?.selected_date ?? state?.selected_time ?? '';
}

/** Date and time in the browser's zone, in the format of `datetime-local`. */
function localMinutes(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
