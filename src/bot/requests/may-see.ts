import type { Viewer } from '../feature.ts';
import { isAmong, type Own } from '../ledger/lists/found-by.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType } from './define-request.ts';

/**
 * Whether somebody may see a request: HR all, a manager their own and, once done, those that concern them: never
 * somebody else's departures.
 * @param own identifies a manager; absent for HR
 */
export function maySee(request: Request, type: RequestType, { userId, role }: Viewer, own: Own | undefined) {
  if (role === 'hr' || request.requester === userId) return true;
  if (request.state !== 'done' || !own) return false;
  return isAmong(type.concerns?.(request) ?? [], own);
}
