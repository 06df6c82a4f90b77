import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type {
  ReceivedEvent,
  SentStarter,
  SurroundingsChange,
  SurroundingsState,
} from '../../control/surroundings.ts';
import { useControls } from '../state/polled.ts';
import { Json } from './traffic.ts';

const often = 500;
const day = 86_400_000;
const moves = [
  { label: 'One day', days: 1 },
  { label: 'One week', days: 7 },
] as const;

export function DemoPanel() {
  const { state, change } = useControls<SurroundingsState, SurroundingsChange>(
    '/sandbox/surroundings',
    often,
  );
  if (!state) return html`<p class="empty">Connecting…</p>`;
  return html`<${ClockControl} state=${state} moveTo=${(moveTo: string) => change({ moveTo })} />
    ${
      state.isAway !== null &&
      html`<h3>Onboarding service</h3>
      <p class="explain">${
        state.isAway
          ? 'It’s away. Requests are saved, and sent when it’s back.'
          : 'It’s running. Take it away to see what happens to a request.'
      }</p>
      <button type="button" class="button" onClick=${() => change({ isAway: !state.isAway })}>${
        state.isAway ? 'Bring it back' : 'Take it away'
      }</button>`
    }
    ${
      state.hris !== null &&
      html`<${HrisControl} last=${state.hris.last} send=${(starter: 'hire' | 'move') => change({ starter })} />`
    }
    ${
      state.receiver !== null &&
      html`<${ReceiverControl} receiver=${state.receiver} setFailing=${(isFailing: boolean) => change({ isFailing })} />`
    }`;
}

interface HrisControlProps {
  last: SentStarter | null;
  send(what: 'hire' | 'move'): Promise<void>;
}

function HrisControl({ last, send }: HrisControlProps) {
  return html`<h3>HR system</h3>
    <p class="explain">${
      last === null
        ? 'It sends future hires to Frontdesk. HR takes them in Slack.'
        : `Sent: ${last.first} ${last.last}, starts ${last.startsOn} (${last.status}).`
    }</p>
    <div class="demo-moves">
      <button type="button" class="button" onClick=${() => send('hire')}>Send a hire</button>
      ${last !== null && html`<button type="button" class="button" onClick=${() => send('move')}>Move its start by a week</button>`}
    </div>`;
}

interface ReceiverControlProps {
  receiver: NonNullable<SurroundingsState['receiver']>;
  setFailing(isFailing: boolean): Promise<void>;
}

function ReceiverControl({ receiver: { isFailing, events }, setFailing }: ReceiverControlProps) {
  return html`<h3>Webhook</h3>
    <p class="explain">${
      isFailing
        ? 'It answers 503. Events are sent again until it takes them.'
        : 'It takes events. Make it fail to see them sent again.'
    }</p>
    <button type="button" class="button" onClick=${() => setFailing(!isFailing)}>${
      isFailing ? 'Let it work' : 'Make it fail'
    }</button>
    ${events.length === 0 && html`<p class="empty">No events yet.</p>`}
    <ol class="exchanges demo-events">${events.map((event) => html`<${EventEntry} key=${event.id} event=${event} />`)}</ol>`;
}

function EventEntry({ event: { type, at, person, data, answer, attempts } }: { event: ReceivedEvent }) {
  const parts = [asText(new Date(at)), person, attempts > 1 && `${attempts} attempts`];
  return html`<li class=${answer < 300 ? 'exchange' : 'exchange bad'}>
    <details>
      <summary><span class="way out" aria-hidden="true">←</span><strong>${type}</strong><span class="result">${answer}</span><small>${parts.filter(Boolean).join(' · ')}</small></summary>
      <${Json} value=${data} depth=${0} />
    </details>
  </li>`;
}

interface ClockControlProps {
  state: SurroundingsState;
  moveTo(instant: string): Promise<void>;
}

function ClockControl({ state: { now, isMoving }, moveTo }: ClockControlProps) {
  const time = new Date(now);
  const today = now.slice(0, 10);
  const [until, setUntil] = useState('');
  const ahead = (days: number) => new Date(time.getTime() + days * day).toISOString();

  /** Noon in UTC: by then, the morning's messages are sent in Europe and Africa. */
  function onSubmit(event: Event): void {
    event.preventDefault();
    void moveTo(`${until}T12:00:00Z`);
  }

  return html`<h3>Clock</h3>
    <p class="explain">Move it forward to see reminders, tasks and the weekly overview arrive.</p>
    <p class="demo-clock" role="status"><strong>${asText(time)}</strong>${isMoving && ' · moving…'}</p>
    <div class="demo-moves">${moves.map(
      ({ label, days }) => html`<button type="button" class="button" disabled=${isMoving}
        onClick=${() => moveTo(ahead(days))}>${label}</button>`,
    )}</div>
    <form class="demo-moves" onSubmit=${onSubmit}>
      <label>To a date <input class="box" type="date" required min=${today} value=${until}
        onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => setUntil(currentTarget.value)} /></label>
      <button type="submit" class="button" disabled=${isMoving || until === ''}>Move</button>
    </form>`;
}

function asText(time: Date): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return time.toLocaleString('en-GB', { ...parts, hour: '2-digit', minute: '2-digit' });
}
