import type { Kysely } from 'kysely';
import type { Database } from '../../database/open.ts';
import { transactAgain } from '../../database/transact.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';

interface SetupMarkRow {
  /** The name of a step, or whose list is shown though nothing is missing: their Slack id. */
  subject: string;
  /** `skipped`, `rehearsed` or `shown`. */
  mark: string;
  /** A Slack user id, or `frontdesk`. */
  set_by: string;
  set_at: string;
}

export interface SetupMarkTables {
  setup_marks: SetupMarkRow;
}

/** What nobody could tell from facts about the first run. */
export interface Marks {
  /** Who skipped which steps, by their names. */
  skipped: ReadonlyMap<string, string>;
  /** Whether somebody has rehearsed a hire. */
  isRehearsed: boolean;
  /** The Slack ids of those who want to see the list though nothing is missing. */
  shownTo: ReadonlySet<string>;
}

type Mark = 'skipped' | 'rehearsed' | 'shown';

type Tables = SetupMarkTables & ChangeTables;

export type SetupMarks = ReturnType<typeof createSetupMarks>;

/**
 * What people decided about the first run: all of HR shares it, in every process.
 * @param changed called when this process, or another one, has changed something
 */
export function createSetupMarks({ db }: Database<Tables>, now: () => Date, changed: () => void) {
  let seen = '[]';

  /** Reads them; another process may have changed something. */
  async function load(): Promise<void> {
    const rows = await db.selectFrom('setup_marks').select(['subject', 'mark']).execute();
    const read = JSON.stringify(rows.map(({ subject, mark }) => `${mark} ${subject}`).sort());
    const isNew = seen !== read;
    seen = read;
    if (isNew) changed();
  }

  /** Whoever did it first did it. */
  async function put(mark: Mark, subject: string, by: string): Promise<void> {
    const row = { subject, mark, set_by: by, set_at: now().toISOString() };
    await transactAgain(db, async (tx) => {
      const insert = tx.insertInto('setup_marks').values(row);
      const added = await insert
        .onConflict((conflict) => conflict.columns(['subject', 'mark']).doNothing())
        .returning('subject')
        .executeTakeFirst();
      if (added && mark === 'skipped') await note(tx, 'setup skipped', subject, by);
    });
    await load();
  }

  async function take(mark: Mark, subject: string, by: string): Promise<void> {
    await transactAgain(db, async (tx) => {
      const gone = await tx
        .deleteFrom('setup_marks')
        .where('mark', '=', mark)
        .where('subject', '=', subject)
        .returning('subject')
        .executeTakeFirst();
      if (gone && mark === 'skipped') await note(tx, 'setup resumed', subject, by);
    });
    await load();
  }

  async function note(tx: Kysely<Tables>, what: string, step: string, actor: string): Promise<void> {
    await noteChange(tx, { kind: 'settings', actor, what, detail: { step } }, now());
  }

  return {
    /** As they are in the database now. */
    async all(): Promise<Marks> {
      const rows = await db.selectFrom('setup_marks').select(['subject', 'mark', 'set_by']).execute();
      const of = (mark: Mark) => rows.filter((row) => row.mark === mark);
      return {
        skipped: new Map(of('skipped').map((row) => [row.subject, row.set_by])),
        isRehearsed: of('rehearsed').length > 0,
        shownTo: new Set(of('shown').map(({ subject }) => subject)),
      };
    },
    load,
    /** @param step its name @param by a Slack user id */
    skip: (step: string, by: string) => put('skipped', step, by),
    putBack: (step: string, by: string) => take('skipped', step, by),
    /** Somebody saw all messages about a hire. */
    rehearsed: (by: string) => put('rehearsed', 'hire', by),
    /** Shows somebody the list though nothing is missing, and no more. @param userId their Slack id */
    show: (userId: string) => put('shown', userId, userId),
    hide: (userId: string) => take('shown', userId, userId),
  };
}
