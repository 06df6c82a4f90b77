import { sql } from 'kysely';
import type { LedgerDatabase } from '../tables/ledger-database.ts';
import type { Handle } from '../tables/write.ts';
import type { Request } from './request.ts';
import type { RequestTypes } from './request-types.ts';

/** Whether nothing newer of its kind was carried out for the same person: then it is what counts. */
export const isNewest = sql<boolean>`not exists (
  select 1 from requests newer where newer.state = 'done' and newer.kind = requests.kind
  and newer.subject = requests.subject and newer.subject <> '' and newer.revision > requests.revision)`;

/** What was carried out last about a person, and how many times something was. */
export interface Earlier {
  request: Request;
  revision: number;
}

/** The request about a person that was carried out last and counts; undefined when none was, or it is forgotten. */
export async function newestDone(
  db: Handle,
  types: RequestTypes,
  { kind, subject }: { kind: string; subject: string },
): Promise<Earlier | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where('state', '=', 'done')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('forgotten_at', 'is', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const request = row && types.read(row);
  return request && { request, revision: row.revision };
}

/** @returns finds the request about somebody that was carried out last, and counts */
export function createNewestDone({ db, types }: LedgerDatabase) {
  return async (kind: string, subject: string): Promise<Request | undefined> =>
    (await newestDone(db, types, { kind, subject }))?.request;
}

/** More than are made between two readings of a list. */
const most = 500;

/** @returns finds what any process has carried out of a kind since an instant, the newest first */
export function createDoneSince({ db, types }: LedgerDatabase) {
  return async (kind: string, since: Date): Promise<Request[]> => {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('kind', '=', kind)
      .where('state', '=', 'done')
      .where('ended_at', '>=', since.toISOString())
      .where('forgotten_at', 'is', null)
      .orderBy('ended_at', 'desc')
      .limit(most)
      .execute();
    return rows.flatMap((row) => types.read(row) ?? []);
  };
}
