import type { Viewer } from '../feature.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType } from './define-request.ts';

/**
 * Who may answer, try again or cancel: HR everything, a manager what they submitted themselves, where managers decide
 * at all. Somebody who was HR when they added people, and is a manager now, decides about hires no more.
 */
export function mayDecide(
  { requester }: Request,
  { managersDecide }: RequestType,
  { userId, role }: Viewer,
): boolean {
  return role === 'hr' || (managersDecide && requester === userId);
}
