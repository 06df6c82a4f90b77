import { useRef, useState } from 'preact/hooks';
import type { Menu } from '../../screen.ts';
import { InOrder } from '../state/in-order.ts';
import { type Line, linesOf, stepped } from './menu-model.ts';

/** A menu that is searched by typing; closed while there is no query. */
export interface SearchedMenu {
  query: string | undefined;
  lines: Line[];
  /** What is said where there is nothing to choose. */
  note: string | null;
  /** The line that Enter would choose; -1 for none. */
  active: number;
  /** Opens the menu, or searches in it. */
  search(query: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/** `load` brings what the menu shows for a query; one is under way at a time, and the last one counts. */
export function useMenu(load: (query: string) => Promise<Menu | undefined>): SearchedMenu {
  const [query, setQuery] = useState<string>();
  const [menu, setMenu] = useState<Menu>();
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
    search(text) {
      setQuery(text);
      void loader.current?.push(text);
    },
    step: (by) => setActive(stepped(active, by, lines.length)),
    close() {
      setQuery(undefined);
      setMenu(undefined);
      setActive(-1);
    },
  };
}
