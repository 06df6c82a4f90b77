import { html } from 'htm/preact';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { useAnchored } from '../shell/use-anchored.ts';
import type { Completion } from './completion.ts';

interface CompletionListProps {
  anchor: RefObject<HTMLElement | null>;
  choices: readonly Completion[];
  active: number;
  onChoose(choice: Completion): void;
}

export function completionId(index: number): string {
  return `completion-${index}`;
}

/** Suggestions for the word being typed. */
export function CompletionList({ anchor, choices, active, onChoose }: CompletionListProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isOpen = choices.length > 0;
  useAnchored(isOpen, anchor, popup);
  return html`<div ref=${popup} class="menu list" popover="manual" onMouseDown=${(event: Event) => event.preventDefault()}>
    ${
      isOpen &&
      html`<div id="completions" role="listbox" aria-label="Suggestions">
      ${choices.map(
        (choice, index) => html`<div key=${choice.text} id=${completionId(index)} role="option"
        aria-selected=${index === active} class=${index === active ? 'active' : ''} onClick=${() => onChoose(choice)}>
        <span><strong>${choice.text}</strong> <span class="usage">${choice.hint}</span></span><small>${choice.description}</small>
      </div>`,
      )}
    </div>`
    }
  </div>`;
}
