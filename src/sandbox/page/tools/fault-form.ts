import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { NewFault } from '../../faults/fault.ts';
import { type Direction, type Kind, kinds, targets } from './fault-kinds.ts';

const initial = {
  direction: 'payloads' as Direction,
  target: 'view_submission',
  kind: 'redeliver' as Kind,
  when: 'before' as NewFault['when'],
  times: 1,
  milliseconds: 1000,
  status: 503,
};
type Draft = typeof initial;

/** Form for a new fault. */
export function FaultForm({ onAdd }: { onAdd(fault: Partial<NewFault>): Promise<void> }) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { direction, target, kind, when, times, milliseconds, status } = draft;

  function turn(next: Direction): void {
    change({ direction: next, target: targets[next][0] ?? '*', kind: kinds[next][0]?.kind ?? 'delay' });
  }

  function onSubmit(event: Event): void {
    event.preventDefault();
    void onAdd({ target, kind, when, times, milliseconds, status });
  }

  return html`<form class="fault-form" onSubmit=${onSubmit}>
    <label>Direction<select class="box" value=${direction} onChange=${(event: Event) => turn(fieldValue(event) as Direction)}>
      <option value="payloads">Sent to the app</option><option value="calls">Called by the app</option></select></label>
    <label>Method or payload<input class="box" list="fault-targets" required value=${target} onInput=${(event: Event) => change({ target: fieldValue(event) })} />
      <datalist id="fault-targets">${targets[direction].map((one) => html`<option key=${one} value=${one} />`)}</datalist></label>
    <label>Fault<select class="box" value=${kind} onChange=${(event: Event) => change({ kind: fieldValue(event) as Kind })}>
      ${kinds[direction].map((one) => html`<option key=${one.kind} value=${one.kind}>${one.label}</option>`)}</select></label>
    <label>When<select class="box" value=${when} onChange=${(event: Event) => change({ when: fieldValue(event) as Draft['when'] })}>
      <option value="before">Before it takes effect</option><option value="after">After it takes effect</option></select></label>
    <${NumberField} label="How many times" value=${times} min=${1} onChange=${(next: number) => change({ times: next })} />
    ${(kind === 'delay' || kind === 'ratelimited') && html`<${NumberField} label="Milliseconds" value=${milliseconds} min=${0} onChange=${(next: number) => change({ milliseconds: next })} />`}
    ${kind === 'error' && html`<${NumberField} label="HTTP status" value=${status} min=${400} onChange=${(next: number) => change({ status: next })} />`}
    <button type="submit" class="button primary">Add fault</button>
  </form>`;
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  onChange(value: number): void;
}

function NumberField({ label, value, min, onChange }: NumberFieldProps) {
  return html`<label>${label}<input class="box" type="number" min=${min} value=${value} required
    onInput=${(event: Event) => onChange(Number(fieldValue(event)))} /></label>`;
}

function fieldValue({ currentTarget }: Event): string {
  const isField = currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLSelectElement;
  return isField ? currentTarget.value : '';
}
