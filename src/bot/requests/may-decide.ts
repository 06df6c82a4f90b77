import type { Viewer } from '../feature.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType } from './define-request.ts';

/**
 * Whether somebody may answer, retry or cancel: HR always, a manager for their own requests of kinds that managers
 * decide on. Former HR who are managers now no longer decide on hires.
 */
export function mayDecide(
  { requester }: Request,
  { managersDecide }: RequestType,
  { userId, role }: Viewer,
): boolean {
  return role === 'hr' || (managersDecide && requester === userId);
}
