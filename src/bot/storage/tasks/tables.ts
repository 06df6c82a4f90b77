/** A reassigned task. The task itself is in the service. */
interface PassRow {
  /** Id of the service that doesn't reveal its address. */
  service: string;
  task: number;
  /** Employee id of the new assignee, in the service. */
  employee: number;
  /** A Slack user id. */
  by_user: string;
  /** Whether HR reassigned it, and may reveal to the assignee who is leaving: 0 or 1. */
  by_hr: number;
  at: string;
}

/** When task messages were turned on for a service; tasks already due then aren't announced. */
interface WatchRow {
  service: string;
  since: string;
  /** Highest id of the tasks due at that time. */
  highest: number;
}

export interface TaskTables {
  task_passes: PassRow;
  task_watches: WatchRow;
}
