import type { Button } from '@slack/types';
import type { Addition } from '../../contract/additions/paths.ts';
import type { SequenceKind } from '../../contract/sequence.ts';
import type { Language } from '../../language.ts';
import type { SettingName, Settings } from '../storage/settings.ts';

/** The way to the onboarding service, as far as it is known now. */
export interface ServiceFacts {
  /** Undefined while none is connected, or while its token is missing. */
  url: string | undefined;
  /** Frontdesk brought it along, and connected it by itself. */
  isOwn: boolean;
  /** Whether the environment gives the address, or the token. */
  urlIsFixed: boolean;
  tokenIsFixed: boolean;
  /** What is wrong with it, in a sentence; `passes` where it is expected to pass by itself. */
  trouble: { sentence: string; passes: boolean } | undefined;
}

/** How many there are, of what was read from the service last. */
export interface CountedFacts {
  people: number;
  sequences: Record<SequenceKind | 'unsorted', number>;
}

/** All that decides how far the first run has come: computed each time, on the terminal as in App Home. */
export interface SetupFacts {
  settings: Settings;
  /** Whether the environment gives it. */
  isFixed(name: SettingName): boolean;
  /** What is stored and cannot be read. */
  unreadable: readonly SettingName[];
  service: ServiceFacts;
  /** Undefined before the first reading, or where the service cannot be reached. */
  counted: CountedFacts | undefined;
  /** What the service has beside the specification, as far as it is known. */
  additions: ReadonlySet<Addition>;
  /** Whether somebody has rehearsed a hire, or a request was made already. */
  tried: 'rehearsed' | 'inUse' | undefined;
}

/** `unknown`: it is being found out, so nobody is told that something is missing. */
type StepState = 'done' | 'missing' | 'unknown';

/** How it stands with a step. */
export interface Found {
  state: StepState;
  /** What is so now, and why it matters where something is missing: plain text. */
  text: string;
  /** The ways to the page on which it is done or changed, by the feature's own action ids. */
  buttons?: Button[];
}

/**
 * Something that a company does once, before Frontdesk is of use to it. The feature whose page it is done on exports one
 * (`setup-step.ts` in its folder), and `src/bot/setup-steps.ts` lists them in their order. Pure: what it says follows
 * from the facts, so that App Home, the terminal and every replica say the same.
 */
export interface SetupStep {
  /** Skipping is stored under it: it stays as it is. Letters, digits and underscores. */
  name: string;
  title(language: Language): string;
  look(facts: SetupFacts, language: Language): Found;
  /** How it is done by whoever reads the terminal, in a sentence. */
  atTerminal(facts: SetupFacts, language: Language): string;
}
