import { isDone } from '../tables/conditions.ts';
import type { Handle } from '../tables/write.ts';
import type { Request } from './request.ts';
import type { RequestTypes } from './request-types.ts';

interface Earlier {
  request: Request;
  revision: number;
}

/** Finds the last completed request about a person; undefined if none is stored or its details were deleted. */
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
