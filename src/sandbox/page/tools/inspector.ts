import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Exchange } from '../../traffic/traffic.ts';
import { useStream } from '../state/use-stream.ts';
import { ExchangeEntry } from './exchange.ts';

interface Filter {
  words: string;
  from: 'both' | Exchange['from'];
  isTroubleOnly: boolean;
}

/** Traffic between the app and Slack, latest first; secrets are masked. */
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
  if (isTroubleOnly && !hasTrouble(exchange)) return false;
  return words === '' || JSON.stringify(exchange).toLowerCase().includes(words.toLowerCase());
}

function hasTrouble({ answer }: Exchange): boolean {
  return answer?.trouble !== undefined;
}
