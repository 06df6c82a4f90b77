import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const gap = 4;

/**
 * While open, shows a popup of the top layer (`popover="manual"`) at its anchor: below, or above if there is more
 * room, and at least as wide. Follows scrolling.
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
