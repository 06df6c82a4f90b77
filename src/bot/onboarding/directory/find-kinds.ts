import type { SequenceKind } from '../../../contract/sequence.ts';
import type { OnboardingClient } from '../client/client.ts';
import { OnboardingFailure } from '../client/errors.ts';
import type { KnownSequence } from './snapshot.ts';

export interface KindMemory {
  /** By `kindKey`. */
  known(): Promise<ReadonlyMap<string, SequenceKind>>;
  remember(sequence: { id: number; name: string }, kind: SequenceKind): Promise<void>;
}

/** Cache key of a sequence's kind. A renamed sequence may be another one, so it is asked for again. */
export function kindKey({ id, name }: { id: number; name: string }): string {
  return `${id} ${name}`;
}

interface Finding {
  client: OnboardingClient;
  learn: (sequence: KnownSequence, kind: SequenceKind) => Promise<void>;
  isOver: () => boolean;
}

/** Asks for each unknown kind, two at a time, until the service shows that it doesn't reveal them. */
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

async function askKind(client: OnboardingClient, id: number): Promise<SequenceKind | null> {
  try {
    return (await client.isOffboardingSequence(id)) ? 'offboarding' : 'onboarding';
  } catch (error) {
    if (error instanceof OnboardingFailure) return null;
    throw error;
  }
}
