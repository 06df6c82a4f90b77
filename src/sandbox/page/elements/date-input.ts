import type { Datepicker, DateTimepicker, Timepicker } from '@slack/types';
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { aria, type Spot, useInput } from './spot.ts';

type Kind = 'date' | 'time' | 'datetime-local';

const kinds = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
} as const satisfies Record<string, Kind>;

/** Date, time, or date and time, with the browser's own picker. */
export function DateInput({
  element,
  spot,
}: {
  element: Datepicker | Timepicker | DateTimepicker;
  spot: Spot;
}) {
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
