import type { SequenceKind } from '../../../contract/sequence.ts';
import type { OnboardingClient } from '../client/client.ts';
import { OnboardingFailure } from '../client/errors.ts';
import type { KnownSequence } from './snapshot.ts';

/** What was found out about sequences before, so that it is asked once and not at each start. */
export interface KindMemory {
  /** By `kindKey`. */
  known(): Promise<ReadonlyMap<string, SequenceKind>>;
  remember(sequence: { id: number; name: string }, kind: SequenceKind): Promise<void>;
}

/** A sequence that gets another name may be another one: then it is asked again. */
export function kindKey({ id, name }: { id: number; name: string }): string {
  return `${id} ${name}`;
}

interface Finding {
  client: OnboardingClient;
  learn: (sequence: KnownSequence, kind: SequenceKind) => Promise<void>;
  /** Whether it is not wanted any more. */
  isOver: () => boolean;
}

/** Asks for each sequence whose kind is not known, two at a time, until the service shows that it does not tell. */
export async function findKinds(
  sequences: readonly KnownSequence[],
  { client, learn, isOver }: Finding,
): Promise<void> {
  const unknown = sequences.filter(({ kind }) => kind === null).values();
  let isTold = true;
  async function askForNext(): Promise<void> {
    for (const sequence of unknown) {
      const kind = isTold ? await askKind(client, sequence.id) : null;
      isTold &&= kind !== null;
      if (kind === null || isOver()) return;
      await learn(sequence, kind);
    }
  }
  await Promise.all([askForNext(), askForNext()]);
}

/** Null where the service does not tell, e.g. because it is too old to have offboarding. */
async function askKind(client: OnboardingClient, id: number): Promise<SequenceKind | null> {
  try {
    return (await client.isOffboardingSequence(id)) ? 'offboarding' : 'onboarding';
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}
