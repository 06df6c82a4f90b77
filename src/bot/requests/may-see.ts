import type { Viewer } from '../feature.ts';
import { isAmong, type Own } from '../ledger/lists/found-by.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType } from './define-request.ts';

/**
 * HR sees all, a manager their own and, once done, those that concern them: never somebody else's departures.
 * `own` identifies a manager; absent for HR.
 */
export function maySee(request: Request, type: RequestType, { userId, role }: Viewer, own: Own | undefined) {
  if (role === 'hr' || request.requester === userId) return true;
  if (request.state !== 'done' || !own) return false;
  return isAmong(type.concerns?.(request) ?? [], own);
}

/**
 * HR always, a manager for their own requests of kinds that managers decide on. Former HR who are managers
 * now no longer decide on hires.
 */
export function mayDecide(
  { requester }: Request,
  { managersDecide }: RequestType,
  { userId, role }: Viewer,
): boolean {
  return role === 'hr' || (managersDecide && requester === userId);
}
