import type { ServiceDescription } from '../../../contract/description.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import type { Creates } from '../client/client.ts';
import type { PeopleIndex } from './people-index.ts';

export interface KnownSequence {
  id: number;
  name: string;
  kind: SequenceKind | null;
}

export interface Snapshot extends PeopleIndex {
  from: string | undefined;
  /** Milliseconds since the epoch. */
  readAt: number;
  sequences: readonly KnownSequence[];
  description: ServiceDescription;
  creates: Creates;
  lacksOffboarding: boolean;
}

/** Age in milliseconds; infinite for a time in the future, after the clock was set back. */
export function ageOf({ readAt }: Pick<Snapshot, 'readAt'>, now: number): number {
  return readAt <= now ? now - readAt : Number.POSITIVE_INFINITY;
}
