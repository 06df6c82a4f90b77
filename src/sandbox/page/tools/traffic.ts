import { html } from 'htm/preact';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { Exchange } from '../../traffic/traffic.ts';
import { useStream } from '../state/use-stream.ts';

interface Filter {
  words: string;
  from: 'both' | Exchange['from'];
  isTroubleOnly: boolean;
}

export function Inspector() {
  const traffic = useStream<Exchange[]>('/sandbox/traffic/stream') ?? [];
  const [filter, setFilter] = useState<Filter>({ words: '', from: 'both', isTroubleOnly: false });
  const [cleared, setCleared] = useState(0);
  const shown = traffic.filter((one) => one.id > cleared && fits(one, filter)).reverse();
  return html`<form class="filter" onSubmit=${(event: Event) => event.preventDefault()}>
      <input class="box" type="search" aria-label="Filter traffic" placeholder="Filter by name or content" value=${filter.words}
        onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => setFilter({ ...filter, words: currentTarget.value })} />
      <select class="box" aria-label="Direction" value=${filter.from}
        onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => setFilter({ ...filter, from: currentTarget.value as Filter['from'] })}>
        <option value="both">Both directions</option><option value="slack">To the app</option><option value="app">From the app</option>
      </select>
      <label class="choice"><input type="checkbox" checked=${filter.isTroubleOnly}
        onChange=${() => setFilter({ ...filter, isTroubleOnly: !filter.isTroubleOnly })} /><span>Problems only</span></label>
      <button type="button" class="button" onClick=${() => setCleared(traffic.at(-1)?.id ?? 0)}>Clear</button>
    </form>
    ${shown.length === 0 && html`<p class="empty">No traffic to show.</p>`}
    <ol class="exchanges">${shown.map((exchange) => html`<${ExchangeEntry} key=${exchange.id} exchange=${exchange} />`)}</ol>`;
}

function fits(exchange: Exchange, { words, from, isTroubleOnly }: Filter): boolean {
  if (from !== 'both' && exchange.from !== from) return false;
  if (isTroubleOnly && !exchange.answer?.trouble) return false;
  return words === '' || JSON.stringify(exchange).toLowerCase().includes(words.toLowerCase());
}

function ExchangeEntry({ exchange }: { exchange: Exchange }) {
  const [isOpen, setOpen] = useState(false);
  const { from, via, name, at, request, answer } = exchange;
  const toApp = from === 'slack';
  return html`<li class=${answer?.trouble ? 'exchange bad' : 'exchange'}>
    <details onToggle=${({ currentTarget }: { currentTarget: HTMLDetailsElement }) => setOpen(currentTarget.open)}>
      <summary>
        <span class=${toApp ? 'way in' : 'way out'} title=${toApp ? 'to the app' : 'from the app'}><span aria-hidden="true">${toApp ? '→' : '←'}</span>
          <span class="unseen">${toApp ? 'to the app: ' : 'from the app: '}</span></span>
        <strong>${name}</strong>
        <span class="result">${resultOf(answer)}</span>
        <small>${new Date(at).toLocaleTimeString('en-GB')} · ${via}${answer?.trouble ? ` · ${answer.trouble}` : ''}</small>
      </summary>
      ${
        isOpen &&
        html`<h3>${toApp ? 'Sent to the app' : 'Sent by the app'}</h3><${Json} value=${request} depth=${0} />
        <h3>Response</h3>${answer ? html`<${Json} value=${answer.body ?? null} depth=${0} />` : html`<p>No response yet.</p>`}`
      }
    </details>
  </li>`;
}

function resultOf(answer: Exchange['answer']): string {
  if (!answer) return '…';
  return `${answer.status === 0 ? 'no response' : answer.status}, ${answer.milliseconds} ms`;
}

const openLevels = 2;

export function Json({ value, depth }: { value: unknown; depth: number }): ComponentChild {
  if (typeof value !== 'object' || value === null)
    return html`<code class=${`json ${typeof value}`}>${JSON.stringify(value)}</code>`;
  const fields = Object.entries(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (fields.length === 0) return html`<code class="json">${open}${close}</code>`;
  return html`<details class="json-part" open=${depth < openLevels}>
    <summary><code>${open}${close}</code> <span>${fields.length}</span></summary>
    <ul>${fields.map(([key, field]) => html`<li key=${key}><code class="key">${key}</code> <${Json} value=${field} depth=${depth + 1} /></li>`)}</ul>
  </details>`;
}
