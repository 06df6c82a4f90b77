import type { Marks } from './marks.ts';
import type { Found, SetupFacts, SetupStep } from './step.ts';

export interface SetupEntry extends Omit<Found, 'state'> {
  step: SetupStep;
  /** `done` takes precedence over `skipped`. */
  state: Found['state'] | 'skipped';
  /** Slack user id. */
  skippedBy?: string | undefined;
}

/** Evaluates the steps, including skipped ones. */
export function entriesOf(
  steps: readonly SetupStep[],
  { facts, marks }: { facts: SetupFacts; marks: Pick<Marks, 'skipped'> },
): SetupEntry[] {
  return steps.map((step) => {
    const found = step.look(facts);
    const skippedBy = marks.skipped.get(step.name);
    if (skippedBy === undefined || found.state === 'done') return { step, ...found };
    return { step, ...found, state: 'skipped', skippedBy };
  });
}

/** Whether a step is still to be done; unknown ones don't count. */
export function isOpen(entries: readonly SetupEntry[]): boolean {
  return entries.some(({ state }) => state === 'missing');
}
