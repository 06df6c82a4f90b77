import type { LedgerDatabase, Reads } from '../tables/ledger-database.ts';
import { isDone, isOpen, isProposed, stands } from '../tables/sql.ts';
import type { Request } from './request.ts';
import { readAll } from './set-aside.ts';

/** Upper bound of requests about one person. */
const mostAbout = 10;

export function createLookups(database: LedgerDatabase) {
  const { db, types } = database;
  const kept = db.selectFrom('requests').where('forgotten_at', 'is', null);
  const listed = kept.where('set_aside_at', 'is', null);

  return {
    async find(id: string): Promise<Request | undefined> {
      const row = await kept.selectAll().where('id', '=', id).executeTakeFirst();
      return row && types.read(row);
    },

    /** Whether the form has created a request that wasn't refused or cancelled. */
    async isSubmitted(submission: string): Promise<boolean> {
      const own = db.selectFrom('requests').select('id').where('submission', '=', submission).where(stands);
      return (await own.executeTakeFirst()) !== undefined;
    },

    async findSubmitted(submission: string): Promise<Request | undefined> {
      const own = kept.selectAll().where('submission', '=', submission).where(stands);
      const row = await own.executeTakeFirst();
      return row && types.read(row);
    },

    async findOpen(kind: string, subject: string): Promise<Request | undefined> {
      const row = await listed
        .selectAll()
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where(isOpen)
        .executeTakeFirst();
      return row && types.read(row);
    },

    /** Proposals that nobody has decided on, newest first. */
    async proposed(kind: string, limit: number): Promise<Request[]> {
      const undecided = kept.selectAll().where(isProposed).where('dismissed_at', 'is', null);
      const rows = await undecided
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap((row) => types.read(row) ?? []);
    },

    async list(limit: number): Promise<Request[]> {
      return readAll(database, await listed.selectAll().orderBy('created_at', 'desc').limit(limit).execute());
    },

    /** Requests about the person of this one, newest first: by address, or by employee id in the same service. */
    async aboutPersonOf({ kind, subject, email, resultId, service }: Request): Promise<Request[]> {
      const employee = types.of(kind).bounds === 'end' ? subject : String(resultId ?? '');
      const keys = [subject, email ?? '', employee].filter((key) => key !== '');
      const row = listed.selectAll().orderBy('created_at', 'desc').limit(mostAbout);
      // A query for each, so that each uses its own index.
      const found = await Promise.all([
        row.where('subject', 'in', keys).execute(),
        row.where('email', 'in', keys).execute(),
        /^\d{1,9}$/.test(employee)
          ? row.where(isDone).where('result_id', '=', Number(employee)).execute()
          : [],
      ]);
      const byId = new Map(found.flat().map((one) => [one.id, one]));
      const all = await readAll(database, [...byId.values()]);
      return all
        .filter((one) => service === null || one.service === null || one.service === service)
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, mostAbout);
    },

    newestDone: (kind: string, subject: string) => newestDone(database, kind, subject),
  };
}

/** Finds the last completed request about a person; undefined if none is stored or its details were deleted. */
export async function newestDone(
  { db, types }: Reads,
  kind: string,
  subject: string,
): Promise<Request | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('forgotten_at', 'is', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && types.read(row);
}
