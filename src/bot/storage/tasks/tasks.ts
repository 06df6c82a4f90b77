import type { Database } from '../../../database/open.ts';
import { type ChangeTables, noteChange } from '../../ledger/audit/audit-changes.ts';
import type { TaskTables } from './tables.ts';

/** That somebody passed a task on. */
interface Pass {
  service: string;
  task: number;
  employee: number;
  /** A Slack user id. */
  by: string;
  byHr: boolean;
}

/** Of a service's tasks: what was there and due by then is no news. */
export interface Watch {
  since: Date;
  /** The highest id of those. */
  highest: number;
}

/** What somebody did with a task: ids and days, and nobody's name. */
interface TaskStep {
  by: string;
  what: string;
  detail: { task: number; person: number; [more: string]: string | number | null };
}

/** Where that is kept. */
export type TaskDatabase = Database<TaskTables & ChangeTables>;

export type TaskStore = ReturnType<typeof createTaskStore>;

/** What Frontdesk keeps of tasks beside the service: who passed them on, since when people are told, and the audit log. */
export function createTaskStore({ db }: TaskDatabase, now: () => Date) {
  async function watchOf(service: string): Promise<Watch | undefined> {
    const row = await db
      .selectFrom('task_watches')
      .select(['since', 'highest'])
      .where('service', '=', service)
      .executeTakeFirst();
    return row && { since: new Date(row.since), highest: row.highest };
  }

  return {
    /** Stores who passed a task on, once the service has accepted it. */
    async passed({ service, task, employee, by, byHr }: Pass): Promise<void> {
      const row = { by_user: by, by_hr: byHr ? 1 : 0, at: now().toISOString() };
      await db
        .insertInto('task_passes')
        .values({ service, task, employee, ...row })
        .onConflict((conflict) => conflict.columns(['service', 'task', 'employee']).doUpdateSet(row))
        .execute();
    },

    /** Who passed a task on to an employee; undefined where nobody did. */
    async passTo(service: string, task: number, employee: number): Promise<Pass | undefined> {
      const row = await db
        .selectFrom('task_passes')
        .selectAll()
        .where('service', '=', service)
        .where('task', '=', task)
        .where('employee', '=', employee)
        .executeTakeFirst();
      return row && { service, task, employee, by: row.by_user, byHr: row.by_hr === 1 };
    },

    /** Since when people are told of a service's tasks; undefined before they are. */
    watchOf,

    /** From now on people are told. @returns what counts: another process may have been first */
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

    /** A line of the audit log. */
    note: ({ by, what, detail }: TaskStep) =>
      noteChange(db, { actor: by, kind: 'task', what, detail }, now()),
  };
}
