import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { ScreenView } from '../../screen.ts';

/**
 * Where the keyboard is in a modal: in its first field (or the one that asks for it) when it opens, at the first field
 * that is wrong when there is one, and at the title when what had the focus is gone.
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
