/** That a task was passed on to somebody. The task itself is the service's. */
interface PassRow {
  /** Names the service, without telling its address. */
  service: string;
  task: number;
  /** Who got it, by their id in the service. */
  employee: number;
  /** The Slack user who passed it on. */
  by_user: string;
  /** Whether that was somebody of HR, who may show somebody else who is leaving: 0 or 1. */
  by_hr: number;
  at: string;
}

/** Since when people are told of a service's tasks: what was there and due before is no news. */
interface WatchRow {
  service: string;
  since: string;
  /** The highest id of those that were due by then. */
  highest: number;
}

export interface TaskTables {
  task_passes: PassRow;
  task_watches: WatchRow;
}
