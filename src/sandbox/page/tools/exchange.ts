import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Exchange } from '../../traffic/traffic.ts';
import { Json } from './json.ts';

/** One request with its answer; unfolds to show both in full. */
export function ExchangeEntry({ exchange }: { exchange: Exchange }) {
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
