const focusable = 'button, input, textarea, select, a[href], [tabindex="0"]';

/** Keeps Tab within an element by wrapping around. */
export function trapTab(event: KeyboardEvent, within: HTMLElement | null): void {
  const all = [...(within?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(isReachable);
  const [first] = all;
  const last = all.at(-1);
  const leaves = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!leaves && within?.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
}
