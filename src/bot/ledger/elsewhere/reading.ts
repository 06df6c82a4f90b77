/** Somebody in the service's list. */
export interface Listed {
  id: number;
  /** As a request about them has it. */
  subject: string;
  /** Whether anybody is to be asked about such a person at all. */
  isWanted: boolean;
}

/** One reading of a service's list. */
export interface ListReading {
  /** The kind of request that adds people. */
  kind: string;
  /** The service's address. */
  service: string;
  /** The highest id in it. */
  highest: number;
  /** Who is listed with a higher id, and who with one of these. */
  people(above: number, among: readonly number[]): readonly Listed[];
}
