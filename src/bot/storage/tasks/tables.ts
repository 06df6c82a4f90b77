import type { Kysely } from 'kysely';
import type { Migrations } from '../../../database/migrate.ts';
import { required } from '../../ledger/tables/columns.ts';

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

export const taskMigrations: Migrations = {
  '301-tasks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('task_passes')
        .ifNotExists()
        .$call(required('text', 'service'))
        .$call(required('integer', 'task', 'employee'))
        .$call(required('text', 'by_user'))
        .$call(required('integer', 'by_hr'))
        .$call(required('text', 'at'))
        .addPrimaryKeyConstraint('task_passes_key', ['service', 'task', 'employee'])
        .execute();
      await db.schema
        .createTable('task_watches')
        .ifNotExists()
        .addColumn('service', 'text', (column) => column.primaryKey())
        .$call(required('text', 'since'))
        .$call(required('integer', 'highest'))
        .execute();
    },
  },
};
