import { html } from 'htm/preact';
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Workspace } from '../../screen.ts';
import { stepped } from '../blocks/menus.ts';
import { useAnchored } from '../shell/menu-button.ts';
import { useStage } from '../state/stage.ts';

export interface Completion {
  text: string;
  description: string;
  hint: string;
}

interface Started {
  from: number;
  word: string;
}

export function startedWord(text: string, cursor: number): Started | undefined {
  const before = text.slice(0, cursor);
  if (/^\/\S*$/.test(before)) return { from: 0, word: before };
  const word = /(?:^|\s)(@[\w.-]*)$/.exec(before)?.[1];
  return word === undefined ? undefined : { from: cursor - word.length, word };
}

/** Completions for a word: the manifest's commands, or people. */
export function completionsFor({ commands, people }: Workspace, { word }: Started): Completion[] {
  if (word.startsWith('/')) {
    const fitting = commands.filter(({ command }) => command.startsWith(word.toLowerCase()));
    return fitting.map(({ command, description, usageHint }) => ({
      text: command,
      description,
      hint: usageHint,
    }));
  }
  const name = word.slice(1).toLowerCase();
  return people
    .filter((person) => person.name.startsWith(name) || person.realName.toLowerCase().includes(name))
    .slice(0, 8)
    .map((person) => ({ text: `@${person.name}`, description: person.realName, hint: '' }));
}

/** Text with the word completed, and the new cursor position. */
export function completed(text: string, cursor: number, { from }: Started, chosen: Completion) {
  const before = `${text.slice(0, from)}${chosen.text} `;
  return { text: before + text.slice(cursor).trimStart(), cursor: before.length };
}

/** Typed text with completions for its last word. */
export function useCompletion() {
  const { workspace } = useStage();
  const [{ text, cursor }, setTyped] = useState({ text: '', cursor: 0 });
  const [active, setActive] = useState(0);
  const [isHidden, setHidden] = useState(false);
  const started = isHidden ? undefined : startedWord(text, cursor);
  const choices = started ? completionsFor(workspace, started) : [];
  const choice = choices[active];

  function type(next: string, at: number): void {
    setTyped({ text: next, cursor: at });
    setActive(0);
    setHidden(false);
  }

  function complete(chosen: Completion): void {
    if (!started) return;
    const next = completed(text, cursor, started, chosen);
    type(next.text, next.cursor);
  }

  /** Key handlers while there are choices; undefined without any. */
  const keys = (send: () => Promise<void>): Record<string, () => void | Promise<void>> | undefined =>
    choice && {
      ArrowDown: () => setActive(stepped(active, 1, choices.length)),
      ArrowUp: () => setActive(stepped(active, -1, choices.length)),
      Escape: () => setHidden(true),
      Tab: () => complete(choice),
      // A complete word is sent like any other text.
      Enter: choice.text === started?.word ? send : () => complete(choice),
    };

  return { text, cursor, choices, active, type, complete, keys, hideChoices: () => setHidden(true) };
}

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
