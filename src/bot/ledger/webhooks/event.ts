import { hash } from 'node:crypto';

/** Something that happened, for other systems. */
export interface NewEvent {
  /** Names the cause: the same cause gives the same event, with the same id. */
  key: string;
  type: string;
  /** Orders the events about one person. */
  person: string;
  requestId?: string;
  /** About somebody who leaves: only for endpoints that get departures. */
  isConfidential?: true;
  /** When it happened, if that is not now. Endpoints added later don't get it. */
  at?: Date;
  /** The only endpoint to get it, also if it wants no such events. */
  endpoint?: string;
  data: object;
}

/** The id that receivers drop repeats by; also the same after a restore from a backup. */
export function eventId(key: string): string {
  return `evt_${hash('sha256', key, 'base64url').slice(0, 24)}`;
}
