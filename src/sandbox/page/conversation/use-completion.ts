import { useState } from 'preact/hooks';
import { stepped } from '../elements/menu-model.ts';
import { useStage } from '../state/stage.ts';
import { type Completion, completed, completionsFor, startedWord } from './completion.ts';

interface TypedText {
  text: string;
  cursor: number;
  choices: Completion[];
  active: number;
  type(text: string, cursor: number): void;
  complete(choice: Completion): void;
  /** Key handlers while there are choices; undefined without any. */
  keys(send: () => Promise<void>): Record<string, () => void | Promise<void>> | undefined;
  hideChoices(): void;
}

export function useCompletion(): TypedText {
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

  const keys: TypedText['keys'] = (send) =>
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
