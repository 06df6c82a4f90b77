import type { Request } from '../requests/request.ts';
import { isDone } from '../tables/conditions.ts';
import type { Handle } from '../tables/write.ts';
import { copyMutes } from './mutes.ts';
import { type Planner, writePlans } from './write-plan.ts';

/**
 * Recomputes a request's planned messages after a change, and withdraws those of earlier requests about the same
 * person. Call it in the transaction of the change.
 */
export async function planAnew(tx: Handle, request: Request, words: Planner, now: Date): Promise<void> {
  const rules = words.rules();
  const earlier = await tx
    .selectFrom('requests')
    .select('id')
    .where(isDone)
    .where('kind', '=', request.kind)
    .where('subject', '=', request.subject)
    .where('id', '<>', request.id)
    .where('planned_by', 'is not', null)
    .execute();
  await copyMutes(
    tx,
    earlier.map(({ id }) => id),
    request.id,
  );
  const replaced = earlier.map(({ id }) => ({ id, messages: [], rules }));
  await writePlans(tx, [...replaced, { id: request.id, messages: words.planned(request), rules }], now);
}
