import type { Kysely } from 'kysely';
import type { Database } from '../../database/open.ts';
import { transactAgain } from '../../database/transact.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';

interface SetupMarkRow {
  subject: string;
  mark: string;
  set_by: string;
  set_at: string;
}

export interface SetupMarkTables {
  setup_marks: SetupMarkRow;
}

export interface Marks {
  skipped: ReadonlyMap<string, string>;
}

const mark = 'skipped';

type Tables = SetupMarkTables & ChangeTables;

export type SetupMarks = ReturnType<typeof createSetupMarks>;

/** Steps that HR skipped. Shared by all of HR and all processes. `changed` is called after a change by any process. */
export function createSetupMarks({ db }: Database<Tables>, now: () => Date, changed: () => void) {
  let seen = '[]';

  async function load(): Promise<void> {
    const rows = await db.selectFrom('setup_marks').select(['subject', 'mark']).execute();
    const read = JSON.stringify(rows.map(({ subject, mark }) => `${mark} ${subject}`).sort());
    const isNew = seen !== read;
    seen = read;
    if (isNew) changed();
  }

  /** Keeps an existing mark, with its author. */
  async function skip(subject: string, by: string): Promise<void> {
    const row = { subject, mark, set_by: by, set_at: now().toISOString() };
    await transactAgain(db, async (tx) => {
      const insert = tx.insertInto('setup_marks').values(row);
      const added = await insert
        .onConflict((conflict) => conflict.columns(['subject', 'mark']).doNothing())
        .returning('subject')
        .executeTakeFirst();
      if (added) await note(tx, 'setup skipped', subject, by);
    });
    await load();
  }

  async function putBack(subject: string, by: string): Promise<void> {
    await transactAgain(db, async (tx) => {
      const gone = await tx
        .deleteFrom('setup_marks')
        .where('mark', '=', mark)
        .where('subject', '=', subject)
        .returning('subject')
        .executeTakeFirst();
      if (gone) await note(tx, 'setup resumed', subject, by);
    });
    await load();
  }

  async function note(tx: Kysely<Tables>, what: string, step: string, actor: string): Promise<void> {
    await noteChange(tx, { kind: 'settings', actor, what, detail: { step } }, now());
  }

  return {
    async all(): Promise<Marks> {
      const skipped = db.selectFrom('setup_marks').select(['subject', 'set_by']).where('mark', '=', mark);
      return { skipped: new Map((await skipped.execute()).map((row) => [row.subject, row.set_by])) };
    },
    load,
    skip,
    putBack,
  };
}
