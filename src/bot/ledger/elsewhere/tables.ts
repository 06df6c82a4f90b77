/** How far the list of one service was looked through. */
interface MarkRow {
  /** The service's address. */
  service: string;
  /** The highest id that was looked at. */
  highest_id: number;
  /** The ids of those whom an open request may have added, as JSON: decided once that has ended. */
  waiting: string;
  /** Since when no id in the list is that high; null while one is. */
  lower_since: string | null;
  /** Another one after each change: of two processes one makes it. */
  version: number;
}

/** Somebody whom no request added, and about whom people were asked. */
export interface PersonRow {
  /** What buttons and messages call it. */
  id: string;
  service: string;
  /** Their id there. Nothing else of them is kept. */
  result_id: number;
  found_at: string;
  /** `announced` or `dismissed`; null while nobody has decided. */
  decision: string | null;
  /** A Slack user id. */
  decided_by: string | null;
  decided_at: string | null;
  /** The request that was written down for them. */
  request_id: string | null;
  /** Whether what asks in Slack shows what was decided: 0 or 1. */
  settled: number;
}

export interface ElsewhereTables {
  elsewhere_marks: MarkRow;
  elsewhere_people: PersonRow;
}
