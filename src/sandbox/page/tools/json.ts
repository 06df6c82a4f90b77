import { html } from 'htm/preact';
import type { ComponentChild } from 'preact';

const openLevels = 2;

/** JSON with foldable parts. */
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
