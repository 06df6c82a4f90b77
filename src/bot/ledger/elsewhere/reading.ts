export interface Listed {
  id: number;
  /** Same format as the subject of a request. */
  subject: string;
  isWanted: boolean;
}

export interface ListReading {
  kind: string;
  /** The service's address. */
  service: string;
  highest: number;
  /** People with an id above `above`, or with one of the ids in `among`. */
  people(above: number, among: readonly number[]): readonly Listed[];
}
