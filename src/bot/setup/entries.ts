import type { KnownSequence } from '../onboarding/directory/snapshot.ts';
import { explain, needsPeople, outageIn } from '../onboarding/outage.ts';
import { type ConnectionStore, ownName } from '../storage/connection.ts';
import type { Marks } from './marks.ts';
import type { CountedFacts, Found, ServiceFacts, SetupFacts, SetupStep } from './step.ts';

export interface SetupEntry extends Omit<Found, 'state'> {
  step: SetupStep;
  state: Found['state'] | 'skipped';
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

interface ConnectionSources {
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'>;
  rules: { fixedUrl: string | undefined; tokenIsFixed: boolean };
  trouble: Error | undefined;
}

/** Throws what the database throws. */
export async function serviceFacts({ connection, rules, trouble }: ConnectionSources): Promise<ServiceFacts> {
  const url = connection.current()?.url;
  const stored = await connection.describe();
  const unreadable = connection.trouble();
  // Without a connection there is no trouble to report.
  const ofReading = url === undefined ? undefined : troubleOf(trouble);
  return {
    url,
    // Another service may have been connected since, by a person or the environment.
    isOwn: stored?.setBy === ownName && stored.url === url && rules.fixedUrl === undefined,
    urlIsFixed: rules.fixedUrl !== undefined,
    tokenIsFixed: rules.tokenIsFixed,
    trouble: unreadable === undefined ? ofReading : { sentence: unreadable, passes: false },
  };
}

function troubleOf(trouble: Error | undefined): ServiceFacts['trouble'] {
  if (!trouble) return undefined;
  const outage = outageIn(trouble);
  const passes = outage === undefined || !needsPeople(outage);
  return { sentence: explain(trouble), passes };
}

/** `people` without program accounts. */
export function counted(people: number, sequences: readonly Pick<KnownSequence, 'kind'>[]): CountedFacts {
  const of = (kind: KnownSequence['kind']) => sequences.filter((one) => one.kind === kind).length;
  return {
    people,
    sequences: { onboarding: of('onboarding'), offboarding: of('offboarding'), unsorted: of(null) },
  };
}
