import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Screen, Workspace } from '../../screen.ts';
import type { Outcome, Verb } from '../../verbs.ts';

/**
 * Context of the page's components. Components that use more of `screen` than the person must re-render with each
 * change of it.
 */
export interface Stage {
  workspace: Workspace;
  screen: Screen;
  /** Performs an action as the current person, after a confirmation if the element requires one. Shows refusals. */
  act(verb: Verb): Promise<Outcome>;
  /** Resolves when all input so far has reached the sandbox. */
  settled(): Promise<void>;
  toast(text: string): void;
}

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
