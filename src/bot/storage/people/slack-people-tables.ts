/** Somebody in Slack, as far as the service was told of them. */
export interface SlackPersonRow {
  user_id: string;
  /** The instant at which the switch was turned on: rows of another time count no more. */
  since: string;
  state: string;
  /** The address under which the service has them, as far as is known. */
  email: string;
  /** Of what Slack said when the service heard of it last; empty where it never did. */
  digest: string;
  /** Slack's own number for the state of the profile that this is of, in seconds since the epoch. */
  updated: number;
  changed_at: string;
  /** Of somebody who is gone: when HR was told, empty where HR need not be or read a number, null while that is open. */
  told_at: string | null;
}

/** The daily look at everybody, and telling the service of people: either is done by one process at a time. */
interface RoundRow {
  id: string;
  /** For which turning on of the switch it was noted who is there. */
  baseline: string;
  done_at: string;
  lease_until: string;
}

export interface SlackPeopleTables {
  slack_people: SlackPersonRow;
  people_rounds: RoundRow;
}
