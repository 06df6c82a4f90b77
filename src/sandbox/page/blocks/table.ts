import type { TableBlock } from '@slack/types';
import { html } from 'htm/preact';
import { RichText } from './rich-text.ts';

type Cell = TableBlock['rows'][number][number];

/** Table block; the first row is the header. */
export function Table({ block }: { block: TableBlock }) {
  const [head = [], ...rows] = block.rows;
  return html`<div class="table" tabindex="0" role="region" aria-label="Table"><table>
    <thead><tr>${head.map((cell, index) => html`<th key=${index} scope="col"><${Content} cell=${cell} /></th>`)}</tr></thead>
    <tbody>${rows.map(
      (row, index) => html`<tr key=${index}>
      ${row.map((cell, column) => html`<td key=${column}><${Content} cell=${cell} /></td>`)}
    </tr>`,
    )}</tbody>
  </table></div>`;
}

function Content({ cell }: { cell: Cell }) {
  if (cell.type === 'rich_text') return html`<${RichText} block=${cell} />`;
  return 'text' in cell ? cell.text : '';
}
