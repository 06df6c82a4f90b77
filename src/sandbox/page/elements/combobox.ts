import { html } from 'htm/preact';
import { useRef, useState } from 'preact/hooks';
import type { Menu } from '../../screen.ts';
import { Icon } from '../shell/icons.ts';
import { InOrder } from '../state/in-order.ts';
import { Listbox } from './listbox.ts';
import { type Line, linesOf, stepped } from './menu-model.ts';
import { aria, type Spot } from './spot.ts';

export interface Chosen {
  value: string;
  text: string;
}

export interface ComboboxProps {
  spot: Spot;
  chosen: readonly Chosen[];
  isMany: boolean;
  placeholder: string;
  focusOnLoad: boolean | undefined;
  load(query: string): Promise<Menu | undefined>;
  onChoose(chosen: Chosen[]): void;
}

/**
 * A box that one types into to find what is in its menu
 * (www.w3.org/WAI/ARIA/apg/patterns/combobox, list autocomplete with manual selection).
 */
export function Combobox({ spot, chosen, isMany, placeholder, focusOnLoad, load, onChoose }: ComboboxProps) {
  // The query while the menu is open.
  const [query, setQuery] = useState<string>();
  const [menu, setMenu] = useState<Menu>();
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const loader = useRef<InOrder<string>>(undefined);
  loader.current ??= new InOrder(async (asked) => {
    const shown = await load(asked);
    setMenu(shown);
    setActive(shown && asked !== '' && linesOf(shown).length > 0 ? 0 : -1);
  });
  const isOpen = query !== undefined;
  const lines = menu ? linesOf(menu) : [];
  const [only] = chosen;

  function search(text: string): void {
    setQuery(text);
    void loader.current?.push(text);
  }

  function close(): void {
    setQuery(undefined);
    setMenu(undefined);
    setActive(-1);
  }

  function toggle({ value, text }: Line): void {
    const others = chosen.filter((one) => one.value !== value);
    if (!isMany) onChoose([{ value, text }]);
    else onChoose(others.length < chosen.length ? others : [...chosen, { value, text }]);
    if (!isMany) close();
    else if (query !== '') search('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    if (key === 'Backspace' && isMany && !query) onChoose(chosen.slice(0, -1));
    if (key === 'Tab') close();
    const does = keysOf(isOpen)[key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  function keysOf(isMenuOpen: boolean): Record<string, () => void> {
    const open = () => search('');
    if (!isMenuOpen) return { ArrowDown: open, ArrowUp: open, Enter: open };
    const line = lines[active];
    return {
      ArrowDown: () => setActive(stepped(active, 1, lines.length)),
      ArrowUp: () => setActive(stepped(active, -1, lines.length)),
      Enter: () => line && toggle(line),
      Escape: close,
    };
  }

  const listId = `${spot.domId}-list`;
  return html`<div class="combobox" ref=${box}>
    ${
      isMany &&
      chosen.map(
        (one) => html`<span class="chip" key=${one.value}>${one.text}
      <button type="button" aria-label=${`Remove ${one.text}`} onClick=${() => onChoose(chosen.filter((other) => other !== one))}>
        <${Icon} name="close" /></button></span>`,
      )
    }
    <input type="text" role="combobox" autocomplete="off" spellcheck=${false} ...${aria(spot)} data-focus=${focusOnLoad}
      aria-autocomplete="list" aria-expanded=${isOpen} aria-controls=${listId}
      aria-activedescendant=${isOpen && active >= 0 ? `${listId}-${active}` : undefined}
      placeholder=${isOpen && only && !isMany ? only.text : isMany && only ? '' : placeholder}
      value=${query ?? (isMany ? '' : (only?.text ?? ''))}
      onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => search(currentTarget.value)}
      onClick=${() => !isOpen && search('')} onBlur=${close} onKeyDown=${onKeyDown} />
    ${
      !isMany &&
      only &&
      !spot.isRequired &&
      html`<button type="button" class="clear" tabindex="-1"
      aria-label=${`Clear ${only.text}`} onClick=${() => onChoose([])}><${Icon} name="close" /></button>`
    }
    <${Icon} name="down" />
    <${Listbox} id=${listId} anchor=${box} isOpen=${isOpen} isMany=${isMany}
      lines=${lines} note=${menu ? menu.note : 'Loading…'} active=${active} chosen=${chosen} onChoose=${toggle} />
  </div>`;
}
