import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Screen, Workspace } from '../../screen.ts';
import type { Outcome, Verb } from '../../verbs.ts';

/** What every part of the page works with. Who shows anything of `screen` but the person is drawn with each change of it. */
export interface Stage {
  workspace: Workspace;
  screen: Screen;
  /** Does something as the present person; asks for confirmation where the element wants it, shows refusals. */
  act(verb: Verb): Promise<Outcome>;
  /** Resolves when everything typed and chosen so far has reached the sandbox. */
  settled(): Promise<void>;
  /** Says something in passing. */
  toast(text: string): void;
}

export const StageContext = createContext<Stage | undefined>(undefined);

/** Throws outside of the stage. */
export function useStage(): Stage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('there is no stage around this');
  return stage;
}
