import { useRef, useState } from 'preact/hooks';
import type { Menu } from '../../screen.ts';
import { InOrder } from '../state/in-order.ts';
import { type Line, linesOf, stepped } from './menu-model.ts';

/** Menu with search; closed while there is no query. */
export interface SearchedMenu {
  query: string | undefined;
  lines: Line[];
  note: string | null;
  /** Index of the highlighted line, which Enter chooses; -1 for none. */
  active: number;
  search(query: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/**
 * State of a searched menu.
 * @param load returns the menu for a query; runs one at a time, and the last query wins
 */
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
