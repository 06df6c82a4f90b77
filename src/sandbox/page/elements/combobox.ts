import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import type { Menu } from '../../screen.ts';
import { Icon } from '../shell/icons.ts';
import { Chips } from './chips.ts';
import { Listbox } from './listbox.ts';
import type { Chosen, Line } from './menu-model.ts';
import { aria, type Spot } from './spot.ts';
import { type SearchedMenu, useMenu } from './use-menu.ts';

interface ComboboxProps {
  spot: Spot;
  chosen: readonly Chosen[];
  isMany: boolean;
  placeholder: string;
  focusOnLoad: boolean | undefined;
  load(query: string): Promise<Menu | undefined>;
  onChoose(chosen: Chosen[]): void;
}

/** Combobox (www.w3.org/WAI/ARIA/apg/patterns/combobox, list autocomplete with manual selection). */
export function Combobox(props: ComboboxProps) {
  const { spot, chosen, isMany, load, onChoose } = props;
  const menu = useMenu(load);
  const box = useRef<HTMLDivElement>(null);
  const [only] = chosen;

  function toggle({ value, text }: Line): void {
    const others = chosen.filter((one) => one.value !== value);
    if (!isMany) onChoose([{ value, text }]);
    else onChoose(others.length < chosen.length ? others : [...chosen, { value, text }]);
    if (!isMany) menu.close();
    else if (menu.query !== '') menu.search('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Backspace' && isMany && !menu.query) onChoose(chosen.slice(0, -1));
    if (event.key === 'Tab') menu.close();
    const does = keysOf(menu, toggle)[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  return html`<div class="combobox" ref=${box}>
    ${isMany && html`<${Chips} chosen=${chosen} onChoose=${onChoose} />`}
    <${Box} ...${props} menu=${menu} listId=${listIdOf(spot)} onKeyDown=${onKeyDown} />
    ${!isMany && only && !spot.isRequired && html`<${ClearButton} text=${only.text} onClear=${() => onChoose([])} />`}
    <${Icon} name="down" />
    <${Listbox} id=${listIdOf(spot)} anchor=${box} isOpen=${menu.query !== undefined} isMany=${isMany}
      lines=${menu.lines} note=${menu.note} active=${menu.active} chosen=${chosen} onChoose=${toggle} />
  </div>`;
}

function keysOf(menu: SearchedMenu, choose: (line: Line) => void): Record<string, () => void> {
  const open = () => menu.search('');
  if (menu.query === undefined) return { ArrowDown: open, ArrowUp: open, Enter: open };
  const line = menu.lines[menu.active];
  return {
    ArrowDown: () => menu.step(1),
    ArrowUp: () => menu.step(-1),
    Enter: () => line && choose(line),
    Escape: menu.close,
  };
}

interface BoxProps extends ComboboxProps {
  menu: SearchedMenu;
  listId: string;
  onKeyDown(event: KeyboardEvent): void;
}

function Box({ spot, chosen, isMany, placeholder, focusOnLoad, menu, listId, onKeyDown }: BoxProps) {
  const { query, active, search, close } = menu;
  const isOpen = query !== undefined;
  const [only] = chosen;
  // A single choice shows in the input, and as its placeholder while typing; multiple choices show as chips.
  const behind = isMany ? '' : only?.text;
  return html`<input type="text" role="combobox" autocomplete="off" spellcheck=${false} ...${aria(spot)}
    data-focus=${focusOnLoad} aria-autocomplete="list" aria-expanded=${isOpen} aria-controls=${listId}
    aria-activedescendant=${isOpen && active >= 0 ? `${listId}-${active}` : undefined}
    placeholder=${only ? behind : placeholder} value=${query ?? behind ?? ''}
    onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => search(currentTarget.value)}
    onClick=${() => !isOpen && search('')} onBlur=${close} onKeyDown=${onKeyDown} />`;
}

function ClearButton({ text, onClear }: { text: string; onClear(): void }) {
  return html`<button type="button" class="clear" tabindex="-1" aria-label=${`Clear ${text}`} onClick=${onClear}>
    <${Icon} name="close" />
  </button>`;
}

function listIdOf(spot: Spot): string {
  return `${spot.domId}-list`;
}
