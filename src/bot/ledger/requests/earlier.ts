import { isDone } from '../tables/conditions.ts';
import type { Handle } from '../tables/write.ts';
import type { Request } from './request.ts';
import type { RequestTypes } from './request-types.ts';

/** What was carried out last about a person, and how many times something was. */
interface Earlier {
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
    .where(isDone)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('forgotten_at', 'is', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const request = row && types.read(row);
  return request && { request, revision: row.revision };
}
