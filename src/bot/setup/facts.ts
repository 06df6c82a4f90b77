import type { Language } from '../../language.ts';
import type { KnownSequence } from '../onboarding/directory/snapshot.ts';
import { explain } from '../onboarding/explain.ts';
import { needsPeople, outageIn } from '../onboarding/outage.ts';
import { type ConnectionStore, ownName } from '../storage/connection.ts';
import type { CountedFacts, ServiceFacts } from './step.ts';

interface ConnectionSources {
  connection: Pick<ConnectionStore, 'current' | 'describe' | 'trouble'>;
  /** What the environment gives. */
  rules: { fixedUrl: string | undefined; tokenIsFixed: boolean };
  /** What went wrong with the newest reading of its lists. */
  trouble: Error | undefined;
}

/** What is known of the connection. @throws what the database throws */
export async function serviceFacts(
  { connection, rules, trouble }: ConnectionSources,
  language: Language,
): Promise<ServiceFacts> {
  const url = connection.current()?.url;
  const stored = await connection.describe();
  const unreadable = connection.trouble();
  // That nothing is connected is no trouble of a connection.
  const ofReading = url === undefined ? undefined : troubleOf(trouble, language);
  return {
    url,
    // Somebody may have connected another one since, or the environment names one.
    isOwn: stored?.setBy === ownName && stored.url === url && rules.fixedUrl === undefined,
    urlIsFixed: rules.fixedUrl !== undefined,
    tokenIsFixed: rules.tokenIsFixed,
    trouble: unreadable === undefined ? ofReading : { sentence: unreadable, passes: false },
  };
}

function troubleOf(trouble: Error | undefined, language: Language): ServiceFacts['trouble'] {
  if (!trouble) return undefined;
  const outage = outageIn(trouble);
  const passes = outage === undefined || !needsPeople(outage);
  return { sentence: explain(trouble, language), passes };
}

/** @param people how many of them are somebody */
export function counted(people: number, sequences: readonly Pick<KnownSequence, 'kind'>[]): CountedFacts {
  const of = (kind: KnownSequence['kind']) => sequences.filter((one) => one.kind === kind).length;
  return {
    people,
    sequences: { onboarding: of('onboarding'), offboarding: of('offboarding'), unsorted: of(null) },
  };
}
