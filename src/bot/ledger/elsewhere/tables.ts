interface MarkRow {
  /** The service's address. */
  service: string;
  highest_id: number;
  /** JSON array of ids that an open request may have added; decided when it has ended. */
  waiting: string;
  /** Since when all ids in the list have been lower; null while one isn't. */
  lower_since: string | null;
  /** Optimistic lock: incremented by each change. */
  version: number;
}

/** A person added without a request; HR was asked about them. */
export interface PersonRow {
  /** Reference used by buttons and messages. */
  id: string;
  service: string;
  /** Id in the service; nothing else about the person is stored. */
  result_id: number;
  found_at: string;
  /** `announced` or `dismissed`; null while undecided. */
  decision: string | null;
  /** A Slack user id. */
  decided_by: string | null;
  decided_at: string | null;
  request_id: string | null;
  /** Whether the messages in Slack show the decision: 0 or 1. */
  settled: number;
}

export interface ElsewhereTables {
  elsewhere_marks: MarkRow;
  elsewhere_people: PersonRow;
}
