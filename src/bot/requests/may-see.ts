import type { Viewer } from '../feature.ts';
import { isAmong, type Own } from '../ledger/lists/own.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType } from './define-request.ts';

/**
 * Who may see a request: HR every one, a manager those that they submitted and, once they are done, those that concern
 * them: nobody else's leavers.
 * @param own by what a manager is known; absent for HR
 */
export function maySee(request: Request, type: RequestType, { userId, role }: Viewer, own: Own | undefined) {
  if (role === 'hr' || request.requester === userId) return true;
  if (request.state !== 'done' || !own) return false;
  return isAmong(type.concerns?.(request) ?? [], own);
}
