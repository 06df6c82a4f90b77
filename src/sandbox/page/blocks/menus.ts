import { html } from 'htm/preact';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ElementState, Menu, Option, OptionGroup } from '../../screen.ts';
import { Icon } from '../shell/icons.ts';
import { useAnchored } from '../shell/menu-button.ts';
import { InOrder } from '../state/api.ts';
import { useStage } from '../state/stage.ts';
import { useEcho } from '../state/use-stored.ts';
import { Failed } from './button.ts';
import { aria, type SelectElement, type Spot, useInput } from './spot.ts';

export function Select({ element, spot }: { element: SelectElement; spot: Spot }) {
  const { act, workspace } = useStage();
  const input = useInput(spot);
  const isMany = element.type.startsWith('multi_');
  const nameOf = (id: string) =>
    [...workspace.people.map((one) => ({ id: one.id, name: one.realName })), ...workspace.channels].find(
      (one) => one.id === id,
    )?.name ?? id;
  const [chosen, choose] = useEcho(chosenIn(spot.state, nameOf));

  async function load(query: string) {
    const { place, blockId, actionId } = spot;
    const outcome = await act({ verb: 'suggest', place, blockId, actionId, query });
    return outcome.outcome === 'menu' ? outcome.menu : undefined;
  }

  function onChoose(next: Chosen[]): void {
    const values = next.map(({ value }) => value);
    choose(next, input(isMany ? values : (values[0] ?? null)));
  }

  return html`<div class="select">
    <${Combobox} spot=${spot} chosen=${chosen} isMany=${isMany} load=${load} onChoose=${onChoose}
      placeholder=${element.placeholder?.text ?? (isMany ? 'Choose some' : 'Choose one')} focusOnLoad=${element.focus_on_load} />
    ${spot.trouble === 'failed' && html`<${Failed} />`}
  </div>`;
}

function chosenIn(state: ElementState | undefined, nameOf: (id: string) => string): Chosen[] {
  if (!state) return [];
  const options = [state.selected_options ?? [], state.selected_option ?? []].flat();
  const ids = [
    [state.selected_users, state.selected_conversations, state.selected_channels].flat(),
    [state.selected_user, state.selected_conversation, state.selected_channel],
  ].flat();
  const named = ids.filter((id) => typeof id === 'string').map((id) => ({ value: id, text: nameOf(id) }));
  return [...options.map(({ value = '', text }) => ({ value, text: text.text })), ...named];
}

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
function Combobox(props: ComboboxProps) {
  const { spot, chosen, isMany, load, onChoose } = props;
  const menu = useMenu(load);
  const box = useRef<HTMLDivElement>(null);
  const listId = `${spot.domId}-list`;
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
    <${Box} ...${props} menu=${menu} listId=${listId} onKeyDown=${onKeyDown} />
    ${!isMany && only && !spot.isRequired && html`<${ClearButton} text=${only.text} onClear=${() => onChoose([])} />`}
    <${Icon} name="down" />
    <${Listbox} id=${listId} anchor=${box} isOpen=${menu.query !== undefined} isMany=${isMany}
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

function Chips({ chosen, onChoose }: { chosen: readonly Chosen[]; onChoose(chosen: Chosen[]): void }) {
  const without = (one: Chosen) => chosen.filter((other) => other !== one);
  return html`${chosen.map(
    (one) => html`<span class="chip" key=${one.value}>${one.text}
      <button type="button" aria-label=${`Remove ${one.text}`} onClick=${() => onChoose(without(one))}>
        <${Icon} name="close" />
      </button>
    </span>`,
  )}`;
}

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

function Listbox(props: ListboxProps) {
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

type SearchedMenu = ReturnType<typeof useMenu>;

/** `load` runs one query at a time, and the last query wins. */
function useMenu(load: (query: string) => Promise<Menu | undefined>) {
  const [query, setQuery] = useState<string>();
  const [menu, setMenu] = useState<Menu>();
  /** Index of the highlighted line, which Enter chooses; -1 for none. */
  const [active, setActive] = useState(-1);
  const loader = useRef<InOrder<string>>(undefined);
  loader.current ??= new InOrder(async (asked) => {
    const shown = await load(asked);
    setMenu(shown);
    setActive(shown && asked !== '' && linesOf(shown).length > 0 ? 0 : -1);
  });
  const lines = menu ? linesOf(menu) : [];
  return {
    query,
    lines,
    note: menu ? menu.note : 'Loading…',
    active,
    search(text: string) {
      setQuery(text);
      void loader.current?.push(text);
    },
    step: (by: 1 | -1) => setActive(stepped(active, by, lines.length)),
    close() {
      setQuery(undefined);
      setMenu(undefined);
      setActive(-1);
    },
  };
}

interface Line {
  value: string;
  text: string;
  description: string | undefined;
  startsGroup: string | undefined;
}

interface Chosen {
  value: string;
  text: string;
}

function linesOf({ options, groups }: Menu): Line[] {
  return [...options.map((option) => line(option)), ...groups.flatMap(groupLines)];
}

function groupLines({ label, options }: OptionGroup): Line[] {
  return options.map((option, index) => line(option, index === 0 ? label.text : undefined));
}

function line({ value = '', text, description }: Option, startsGroup?: string): Line {
  return { value, text: text.text, description: description?.text, startsGroup };
}

/** Next index for the arrow keys, wrapping around; -1 means none. */
export function stepped(present: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (present < 0) return by > 0 ? 0 : count - 1;
  return (present + by + count) % count;
}
