import type { Button } from '@slack/types';
import type { Addition } from '../../contract/additions/paths.ts';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { SettingName, Settings } from '../storage/settings.ts';
import { say } from './messages.ts';

export interface ServiceFacts {
  /** Undefined if no service or token is stored. */
  url: string | undefined;
  isOwn: boolean;
  urlIsFixed: boolean;
  tokenIsFixed: boolean;
  /** Problem as a sentence; `passes` if it needs no action. */
  trouble: { sentence: string; passes: boolean } | undefined;
}

export interface CountedFacts {
  people: number;
  sequences: Record<SequenceKind | 'unsorted', number>;
}

export interface SetupFacts {
  settings: Settings;
  isFixed(name: SettingName): boolean;
  unreadable: readonly SettingName[];
  service: ServiceFacts;
  /** Undefined before the first reading, or if the service can't be reached. */
  counted: CountedFacts | undefined;
  /** Endpoints beyond the specification, as far as known. */
  additions: ReadonlySet<Addition>;
}

/** `unknown` while it is being found out, so that it isn't reported as missing. */
type StepState = 'done' | 'missing' | 'unknown';

export interface Found {
  state: StepState;
  text: string;
  /** Buttons to the page with the setting, with the feature's own action ids. */
  buttons?: Button[];
}

/** A one-time setup step. Pure: depends only on the facts, so that App Home, the terminal and every replica agree. */
export interface SetupStep {
  /** Stored when a step is skipped; must not change. Letters, digits and underscores. */
  name: string;
  title(): string;
  look(facts: SetupFacts): Found;
  /** Instruction for the terminal, as a sentence. */
  atTerminal(facts: SetupFacts): string;
}

/** Result of a step whose count isn't known: `unknown`, not `missing`. */
export function uncounted({ service }: Pick<SetupFacts, 'service'>): Found {
  const { reading, notConnected, away } = say().uncounted;
  if (service.url === undefined) return { state: 'unknown', text: notConnected };
  return { state: 'unknown', text: service.trouble ? away : reading };
}
