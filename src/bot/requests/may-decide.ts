import type { Viewer } from '../feature.ts';
import type { Request } from '../ledger/requests/request.ts';

/**
 * Who may answer, try again or cancel: HR everything, a manager the offboardings that they started. Somebody who was HR
 * when they added people, and is a manager now, decides about hires no more.
 */
export function mayDecide({ kind, requester }: Request, { userId, standing }: Viewer): boolean {
  return standing === 'hr' || (kind === 'offboarding' && requester === userId);
}
