import { html } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { ScreenView } from '../../screen.ts';
import type { Verb } from '../../verbs.ts';
import { Blocks } from '../blocks/blocks.ts';
import { Icon } from '../shell/icons.ts';
import { useStage } from '../state/stage.ts';
import { useFocusReturn } from './focus-return.ts';
import { trapTab } from './trap-tab.ts';
import { useModalFocus } from './use-modal-focus.ts';

interface ModalProps {
  views: ScreenView[];
  children: ComponentChildren;
}

/** Top modal of the stack. */
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
