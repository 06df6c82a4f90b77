import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ScreenView } from '../../screen.ts';

/**
 * Manages focus in a modal: the first field (or the one with `focus_on_load`) on opening, the first invalid field
 * after errors, and the title when the focused element disappears.
 */
export function useModalFocus(form: RefObject<HTMLFormElement | null>, view: ScreenView | undefined): void {
  useLayoutEffect(() => {
    const wanted =
      form.current?.querySelector<HTMLElement>('[data-focus="true"]') ?? firstField(form.current);
    (wanted ?? titleOf(form.current))?.focus();
  }, [view?.id]);
  const wrong = Object.keys(view?.errors ?? {}).join(' ');
  useLayoutEffect(() => {
    if (wrong !== '')
      form.current?.querySelector<HTMLElement>('.wrong :is(input, textarea, [tabindex])')?.focus();
  }, [wrong, view?.isBusy]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (view && isLost && !view.isBusy) titleOf(form.current)?.focus();
  });
}

function firstField(form: HTMLElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('.modal-body :is(.field) :is(input, textarea)');
}

function titleOf(form: HTMLElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('h2');
}
