import { html } from 'htm/preact';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../shell/icons.ts';
import { useAnchored } from '../shell/use-anchored.ts';
import type { Chosen, Line } from './menu-model.ts';

interface ListboxProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  isMany: boolean;
  lines: readonly Line[];
  note: string | null;
  active: number;
  chosen: readonly Chosen[];
  onChoose(line: Line): void;
}

/** Menu of a combobox, in the browser's top layer. */
export function Listbox(props: ListboxProps) {
  const { id, anchor, isOpen, isMany, lines, note, active, chosen } = props;
  const popup = useRef<HTMLDivElement>(null);
  useAnchored(isOpen, anchor, popup);
  useLayoutEffect(() => {
    popup.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return html`<div class="menu list" popover="manual" ref=${popup} onMouseDown=${(event: Event) => event.preventDefault()}>
    ${
      isOpen &&
      html`<div id=${id} role="listbox" aria-label="Options" aria-multiselectable=${isMany}>
      ${lines.map(
        (line, index) => html`
        ${line.startsGroup && html`<div class="group" role="presentation" key=${`group ${line.startsGroup}`}>${line.startsGroup}</div>`}
        <div key=${line.value} id=${`${id}-${index}`} role="option" class=${index === active ? 'active' : ''}
          aria-selected=${chosen.some(({ value }) => value === line.value)} onClick=${() => props.onChoose(line)}>
          <span>${line.text}</span>${line.description && html`<small>${line.description}</small>`}
          ${chosen.some(({ value }) => value === line.value) && html`<${Icon} name="check" />`}
        </div>`,
      )}
    </div>`
    }
    ${isOpen && note && html`<p class="note" role="status">${note}</p>`}
  </div>`;
}
