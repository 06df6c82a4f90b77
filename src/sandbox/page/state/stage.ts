import { createContext } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import type { ConfirmDialog, Outcome, Screen, Verb, Workspace } from '../../screen.ts';
import { perform } from './api.ts';

/** Context of the page's components. */
type Stage = { workspace: Workspace; screen: Screen } & ReturnType<typeof useStageTools>['stage'];

export const StageContext = createContext<Stage | undefined>(undefined);

/**
 * The stage from context.
 * @throws an `Error` outside a stage
 */
export function useStage(): Stage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('there is no stage around this');
  return stage;
}

export interface Question {
  dialog: ConfirmDialog;
  answer(isConfirmed: boolean): void;
}

export interface Toast {
  id: number;
  text: string;
}

const toastMilliseconds = 8000;

/** Stage of a person's screen, with its dialogs and toasts. */
export function useStageTools(personId: string) {
  const [question, setQuestion] = useState<Question>();
  const asked = useRef<Question>(undefined);
  const [toasts, setToasts] = useState<Toast[]>([]);
  const underWay = useRef(new Set<Promise<unknown>>());

  function toast(text: string): void {
    const one = { id: Math.random(), text };
    setToasts((last) => [...last.filter((other) => other.text !== text), one]);
    setTimeout(() => dismiss(one.id), toastMilliseconds);
  }

  function dismiss(id: number): void {
    setToasts((last) => last.filter((one) => one.id !== id));
  }

  /** Only one question at a time: asking another answers the first with "no". */
  function ask(dialog: ConfirmDialog): Promise<boolean> {
    asked.current?.answer(false);
    return new Promise((resolve) => {
      const answer = (isConfirmed: boolean) => {
        asked.current = undefined;
        setQuestion(undefined);
        resolve(isConfirmed);
      };
      asked.current = { dialog, answer };
      setQuestion(asked.current);
    });
  }

  async function run(verb: Verb): Promise<Outcome> {
    const outcome = await perform(personId, verb);
    if (outcome.outcome === 'refused') toast(outcome.text);
    if (
      outcome.outcome !== 'confirm' ||
      !('blockId' in verb) ||
      verb.verb === 'suggest' ||
      verb.verb === 'attach'
    )
      return outcome;
    return run({ ...verb, confirmed: await ask(outcome.dialog) });
  }

  /** Performs an action as the current person, after a confirmation if the element requires one. Shows refusals. */
  function act(verb: Verb): Promise<Outcome> {
    const doing = run(verb);
    if (verb.verb !== 'input' && verb.verb !== 'attach') return doing;
    underWay.current.add(doing);
    return doing.finally(() => underWay.current.delete(doing));
  }

  /** Resolves when all input so far has reached the sandbox. */
  async function settled(): Promise<void> {
    while (underWay.current.size > 0) {
      await Promise.all(underWay.current);
      // Input typed meanwhile is sent in the next turn: see `InOrder`.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  return { stage: { act, settled, toast }, question, toasts, dismiss };
}
