import type { ServiceDescription } from '../../../contract/description.ts';
import type { SequenceKind } from '../../../contract/sequence.ts';
import type { Creates } from '../client/client.ts';
import type { PeopleIndex } from './people-index.ts';

/** A sequence as menus show it; `kind` is null where it could not be found out. */
export interface KnownSequence {
  id: number;
  name: string;
  kind: SequenceKind | null;
}

/** What is known of the service, at one moment. Replaced as a whole by each refresh. */
export interface Snapshot extends PeopleIndex {
  /** The address of the service that it was read from. */
  from: string | undefined;
  /** When it was read, milliseconds since the epoch. */
  readAt: number;
  sequences: readonly KnownSequence[];
  description: ServiceDescription;
  creates: Creates;
}

/** How old what is known is, in milliseconds; of an instant still to come nobody can tell, so it counts as old. */
export function ageOf({ readAt }: Pick<Snapshot, 'readAt'>, now: number): number {
  return readAt <= now ? now - readAt : Number.POSITIVE_INFINITY;
}
