import type { Database } from '../../database/open.ts';
import {
  findRow,
  integer,
  key,
  putRow,
  type TablesOf,
  table,
  tableWith,
  text,
} from '../../database/table.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';

interface Pass {
  service: string;
  task: number;
  employee: number;
  by: string;
  byHr: boolean;
}

export interface Watch {
  since: Date;
  highest: number;
}

export type TaskDatabase = Database<TaskTables & ChangeTables>;

export type TaskStore = ReturnType<typeof createTaskStore>;

/** Task data that the service doesn't have: reassignments, start of the messages, and the audit log. */
export function createTaskStore({ db }: TaskDatabase, now: () => Date) {
  async function watchOf(service: string): Promise<Watch | undefined> {
    const row = await findRow(db, 'task_watches', { service });
    return row && { since: new Date(row.since), highest: row.highest };
  }

  return {
    /** Stores who reassigned a task. Call it after the service has accepted that. */
    async passed({ service, task, employee, by, byHr }: Pass): Promise<void> {
      const row = { by_user: by, by_hr: byHr ? 1 : 0, at: now().toISOString() };
      await putRow(db, 'task_passes', { service, task, employee }, row);
    },

    async passTo(service: string, task: number, employee: number): Promise<Pass | undefined> {
      const row = await findRow(db, 'task_passes', { service, task, employee });
      return row && { service, task, employee, by: row.by_user, byHr: row.by_hr === 1 };
    },

    /** When task messages were turned on for a service; undefined before. */
    watchOf,

    /** Turns on task messages. @returns the stored start; another process may have been first */
    async watch(service: string, highest: number): Promise<Watch> {
      const since = now();
      const row = { service, since: since.toISOString(), highest };
      await db
        .insertInto('task_watches')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await watchOf(service)) ?? { since, highest };
    },

    async toldUntil(service: string): Promise<Date | undefined> {
      const row = await findRow(db, 'told_tasks', { service });
      return row && new Date(row.until);
    },

    async told(service: string, at: Date): Promise<void> {
      await putRow(db, 'told_tasks', { service }, { until: at.toISOString() });
    },

    /** Adds a task change to the audit log: ids and days, no names. */
    note: (actor: string, what: string, detail: Record<string, string | number | null>) =>
      noteChange(db, { actor, kind: 'task', what, detail }, now()),
  };
}

export const taskTables = {
  task_passes: tableWith(
    { key: ['service', 'task', 'employee'] },
    {
      /** Id of the service that doesn't reveal its address. */
      service: text,
      task: integer,
      /** Employee id of the new assignee, in the service. */
      employee: integer,
      by_user: text,
      /** Whether HR reassigned it, and may reveal to the assignee who is leaving: 0 or 1. */
      by_hr: integer,
      at: text,
    },
  ),
  /** When task messages were turned on for a service; tasks already due then aren't announced. */
  task_watches: table({
    service: key,
    since: text,
    /** Highest id of the tasks due at that time. */
    highest: integer,
  }),
  /** Done tasks up to this instant were passed to other systems. */
  told_tasks: table({
    service: key,
    until: text,
  }),
};
type TaskTables = TablesOf<typeof taskTables>;
