import { html } from 'htm/preact';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface MenuItem {
  label: string;
  description?: string | undefined;
  choose(): void;
}

interface MenuButtonProps {
  label: string;
  items: readonly MenuItem[];
  className?: string;
  /** Runs when the menu opens; what it returns runs when it closes. */
  onOpen?(): () => void;
  children: ComponentChildren;
}

/** Button that opens a menu (www.w3.org/WAI/ARIA/apg/patterns/menu-button). */
export function MenuButton({ label, items, className = 'icon-button', onOpen, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useAnchored(isOpen, button, menu);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onClose = onOpen?.();
    focusItem(menu.current, 0);
    const close = ({ target }: Event) => {
      const inside =
        target instanceof Node && (menu.current?.contains(target) || button.current?.contains(target));
      if (!inside) setOpen(false);
    };
    addEventListener('pointerdown', close, true);
    return () => {
      removeEventListener('pointerdown', close, true);
      onClose?.();
    };
  }, [isOpen]);

  function leave(): void {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const present = itemsIn(menu.current).indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step !== undefined) focusItem(menu.current, step);
    else if (event.key === 'Escape') leave();
    else {
      if (event.key === 'Tab') setOpen(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function choose(item: MenuItem): void {
    leave();
    item.choose();
  }

  return html`<button ref=${button} type="button" class=${className} title=${label} aria-label=${label}
      aria-haspopup="menu" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
      ${children}
    </button>
    ${
      isOpen &&
      html`<div ref=${menu} class="menu" role="menu" aria-label=${label} popover="manual" onKeyDown=${onKeyDown}>
      ${items.map(
        (
          item,
        ) => html`<button key=${item.label} type="button" role="menuitem" tabindex="-1" onClick=${() => choose(item)}>
        <span>${item.label}</span>${item.description && html`<small>${item.description}</small>`}
      </button>`,
      )}
    </div>`
    }`;
}

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function focusItem(menu: HTMLElement | null, index: number): void {
  const items = itemsIn(menu);
  items.at(index % items.length)?.focus();
}

const gap = 4;

/**
 * A popup of the top layer (`popover="manual"`) at its anchor: below, or above if there is more room, and at
 * least as wide. Follows scrolling.
 */
export function useAnchored(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    popup.current?.showPopover();
    const place = () => {
      if (anchor.current && popup.current) put(anchor.current, popup.current);
    };
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      popup.current?.hidePopover();
    };
  }, [isOpen]);
  // The popup's content may change with any render.
  useLayoutEffect(() => {
    if (isOpen && anchor.current && popup.current) put(anchor.current, popup.current);
  });
}

function put(anchor: HTMLElement, popup: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const above = box.top - gap;
  const below = innerHeight - box.bottom - gap;
  const isBelow = below >= Math.min(popup.scrollHeight + gap, 320) || below >= above;
  popup.style.minWidth = `${Math.min(box.width, innerWidth - 2 * gap)}px`;
  popup.style.maxHeight = `${Math.max(80, (isBelow ? below : above) - gap)}px`;
  popup.style.left = `${Math.max(gap, Math.min(box.left, innerWidth - popup.offsetWidth - gap))}px`;
  popup.style.top = isBelow ? `${box.bottom + gap}px` : '';
  popup.style.bottom = isBelow ? '' : `${innerHeight - box.top + gap}px`;
}
