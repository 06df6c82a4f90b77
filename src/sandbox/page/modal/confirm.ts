import { html } from 'htm/preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Question } from '../state/use-stage.ts';
import { useFocusReturn } from './focus-return.ts';
import { trapTab } from './trap-tab.ts';

/** Confirmation dialog of an element. */
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
