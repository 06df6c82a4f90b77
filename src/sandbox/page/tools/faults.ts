import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Fault, NewFault } from '../../traffic/traffic.ts';
import { useControls } from '../state/polled.ts';

const path = '/sandbox/faults';
const often = 1000;

export function FaultPanel() {
  const { state: faults = [], refresh, change } = useControls<Fault[], Partial<NewFault>>(path, often);

  async function remove(id?: string): Promise<void> {
    await fetch(id === undefined ? path : `${path}/${id}`, { method: 'DELETE' });
    await refresh();
  }

  return html`<p class="explain">Make things go wrong on purpose. A fault applies to the next matching call or payload, and is then removed.</p>
    <${FaultForm} onAdd=${change} />
    <h3>Active faults</h3>
    <ul class="faults" aria-live="polite">
      ${faults.length === 0 && html`<li class="empty">None.</li>`}
      ${faults.map(
        (fault) => html`<li key=${fault.id}>
        <span><strong>${labelOf(fault.kind)}</strong> <code>${fault.target}</code><small>${when(fault)}</small></span>
        <button type="button" class="button" aria-label=${`Remove ${labelOf(fault.kind)} ${fault.target}`} onClick=${() => remove(fault.id)}>Remove</button>
      </li>`,
      )}
    </ul>
    ${faults.length > 1 && html`<button type="button" class="button" onClick=${() => remove()}>Remove all</button>`}`;
}

function when({ when: moment, left }: Fault): string {
  const times = left === 1 ? 'once' : `${left} times`;
  return `${moment === 'before' ? 'before it takes effect' : 'after it takes effect'}, ${times}`;
}

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

function FaultForm({ onAdd }: { onAdd(fault: Partial<NewFault>): Promise<void> }) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { direction, target, kind, when, times, milliseconds, status } = draft;

  function turn(next: Direction): void {
    change({ direction: next, target: targets[next], kind: kinds[next][0]?.kind ?? 'delay' });
  }

  function onSubmit(event: Event): void {
    event.preventDefault();
    void onAdd({ target, kind, when, times, milliseconds, status });
  }

  return html`<form class="fault-form" onSubmit=${onSubmit}>
    <label>Direction<select class="box" value=${direction} onChange=${(event: Event) => turn(fieldValue(event) as Direction)}>
      <option value="payloads">Sent to the app</option><option value="calls">Called by the app</option></select></label>
    <label>Method or payload<input class="box" required value=${target} onInput=${(event: Event) => change({ target: fieldValue(event) })} /></label>
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

type Kind = NewFault['kind'];
type Direction = 'calls' | 'payloads';

const kinds: Record<Direction, { kind: Kind; label: string }[]> = {
  payloads: [
    { kind: 'redeliver', label: 'Deliver it twice' },
    { kind: 'lost', label: 'Never deliver it' },
    { kind: 'delay', label: 'Delay it' },
    { kind: 'drop socket', label: 'Cut the connection' },
  ],
  calls: [
    { kind: 'ratelimited', label: 'Rate limit (429)' },
    { kind: 'error', label: 'HTTP error (4xx, 5xx)' },
    { kind: 'not json', label: 'Respond with an HTML page (200)' },
    { kind: 'empty', label: 'Respond with nothing (200)' },
    { kind: 'reset', label: 'Reset the connection' },
    { kind: 'hang', label: 'Never respond' },
    { kind: 'delay', label: 'Delay the response' },
  ],
};

/** Target to begin with; the traffic shows more names, and `*` means all. */
const targets: Record<Direction, string> = { payloads: 'view_submission', calls: 'chat.postMessage' };

function labelOf(kind: Kind): string {
  return [...kinds.payloads, ...kinds.calls].find((one) => one.kind === kind)?.label ?? kind;
}
