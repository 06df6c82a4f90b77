/** A Slack member as last synced to the service. */
export interface SlackPersonRow {
  user_id: string;
  /** When the sync was turned on; rows of earlier periods don't count. */
  since: string;
  state: string;
  /** Email address in the service, as far as known. */
  email: string;
  /** Hash of the Slack profile as last sent to the service; empty if never sent. */
  digest: string;
  /** Slack's `updated` timestamp of that profile, in seconds since the epoch. */
  updated: number;
  changed_at: string;
  /**
   * For a deactivated member: when HR was notified; empty if no message is needed or HR only got a count; null while
   * open.
   */
  told_at: string | null;
}

/** Lease of the daily comparison or of syncing people; one process at a time. */
interface RoundRow {
  id: string;
  /** `since` of the sync period whose members were recorded. */
  baseline: string;
  done_at: string;
  lease_until: string;
}

export interface SlackPeopleTables {
  slack_people: SlackPersonRow;
  people_rounds: RoundRow;
}
