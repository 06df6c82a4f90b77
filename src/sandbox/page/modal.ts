import { html } from 'htm/preact';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScreenView, Verb } from '../screen.ts';
import { Blocks } from './blocks/blocks.ts';
import { Icon } from './shell/icons.ts';
import { type Question, useStage } from './state/stage.ts';

interface ModalProps {
  views: ScreenView[];
  children: ComponentChildren;
}

export function Modal({ views, children }: ModalProps) {
  const { act, settled } = useStage();
  const form = useRef<HTMLFormElement>(null);
  const curtain = useRef<HTMLDivElement>(null);
  const view = views[views.length - 1];
  useFocusReturn();
  useModalFocus(form, view);
  if (!view) return null;
  const { id, title, submit, close, isBusy, problem } = view;
  /** Pending input must reach the app before the view is closed. */
  const closeBy = (verb: Verb) => void settled().then(() => act(verb));
  const cancel = () => closeBy({ verb: 'close', viewId: id });

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (!submit || isBusy) return;
    await settled();
    await act({ verb: 'submit', viewId: id });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    else {
      if (event.key === 'Tab') trapTab(event, curtain.current);
      return;
    }
    event.preventDefault();
  }

  return html`<div class="curtain" ref=${curtain} onKeyDown=${onKeyDown}>
    <form ref=${form} class="modal" role="dialog" aria-modal="true" aria-labelledby="modal-title" novalidate
      onSubmit=${onSubmit}>
      <header>
        ${views.length > 1 && html`<button type="button" class="icon-button" aria-label="Back" title="Back" onClick=${cancel}><${Icon} name="back" /></button>`}
        <h2 id="modal-title" tabindex="-1">${title}</h2>
        <button type="button" class="icon-button" aria-label="Close all" title="Close" onClick=${() => closeBy({ verb: 'closeAll' })}><${Icon} name="close" /></button>
      </header>
      <div class="modal-body" tabindex="-1"><${ViewBlocks} key=${id} view=${view} /></div>
      <p class="problem" role="alert">${problem && html`<${Icon} name="fault" />${problem}`}</p>
      <footer>
        <button type="button" class="button" onClick=${cancel}>${close}</button>
        ${
          submit &&
          html`<button type="submit" class="button primary" aria-busy=${isBusy} disabled=${isBusy}>
          ${isBusy && html`<span class="spinner" aria-hidden="true"></span>`}${submit}</button>`
        }
      </footer>
    </form>
    ${children}
  </div>`;
}

function ViewBlocks({ view }: { view: ScreenView }) {
  const { id, blocks, elements, trouble, errors } = view;
  const count = Object.keys(errors).length;
  return html`<p class="unseen" role="alert">${count > 0 && `${count} ${count === 1 ? 'field needs' : 'fields need'} attention.`}</p>
    <${Blocks} canvas=${{ place: { in: 'view', viewId: id }, blocks, elements, trouble, errors, id }} />`;
}

export function Confirm({ question }: { question: Question }) {
  const { dialog, answer } = question;
  const box = useRef<HTMLDivElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useFocusReturn();
  useLayoutEffect(() => confirm.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') answer(false);
    if (event.key === 'Tab') trapTab(event, box.current);
  }

  return html`<div class="curtain above" onKeyDown=${onKeyDown}>
    <div ref=${box} class="modal small" role="alertdialog" aria-modal="true" aria-labelledby="confirm-title" aria-describedby="confirm-text">
      <header><h2 id="confirm-title">${dialog.title}</h2></header>
      <p id="confirm-text">${dialog.text}</p>
      <footer>
        <button type="button" class="button" onClick=${() => answer(false)}>${dialog.deny}</button>
        <button type="button" ref=${confirm} class=${`button ${dialog.style}`} onClick=${() => answer(true)}>${dialog.confirm}</button>
      </footer>
    </div>
  </div>`;
}

/**
 * The first field (or the one with `focus_on_load`) on opening, the first invalid field after errors, and the
 * title when the focused element disappears.
 */
function useModalFocus(form: RefObject<HTMLFormElement | null>, view: ScreenView | undefined): void {
  const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
  useLayoutEffect(() => {
    const field = find('[data-focus="true"]') ?? find('.modal-body .field :is(input, textarea)');
    (field ?? find('h2'))?.focus();
  }, [view?.id]);
  const wrong = Object.keys(view?.errors ?? {}).join(' ');
  useLayoutEffect(() => {
    if (wrong !== '') find('.wrong :is(input, textarea, [tabindex])')?.focus();
  }, [wrong, view?.isBusy]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (view && isLost && !view.isBusy) find('h2')?.focus();
  });
}

/** Returns focus to where it was before the dialog opened, or to the composer if that element is gone. */
function useFocusReturn(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    // The page behind the dialog can't take focus until the next frame.
    return () =>
      requestAnimationFrame(() => {
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const target = isThere ? opener : document.getElementById('composer');
        target?.focus();
      });
  }, []);
}

const focusable = 'button, input, textarea, select, a[href], [tabindex="0"]';

function trapTab(event: KeyboardEvent, within: HTMLElement | null): void {
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
