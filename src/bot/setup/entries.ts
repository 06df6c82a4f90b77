import type { Language } from '../../language.ts';
import type { Marks } from './marks.ts';
import type { Found, SetupFacts, SetupStep } from './step.ts';

/** A step as a list shows it. */
export interface SetupEntry extends Omit<Found, 'state'> {
  step: SetupStep;
  /** A step that is done is done, whoever has skipped it before. */
  state: Found['state'] | 'skipped';
  /** Who skipped it: a Slack user id. */
  skippedBy?: string | undefined;
}

/** How it stands with each step. */
export function entriesOf(
  steps: readonly SetupStep[],
  { facts, marks }: { facts: SetupFacts; marks: Pick<Marks, 'skipped'> },
  language: Language,
): SetupEntry[] {
  return steps.map((step) => {
    const found = step.look(facts, language);
    const skippedBy = marks.skipped.get(step.name);
    if (skippedBy === undefined || found.state === 'done') return { step, ...found };
    return { step, ...found, state: 'skipped', skippedBy };
  });
}

/** Whether something is left to do. What is not known is not called missing. */
export function isOpen(entries: readonly SetupEntry[]): boolean {
  return entries.some(({ state }) => state === 'missing');
}
