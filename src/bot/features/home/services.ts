import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { maySee, ownOf } from '../../requests/employees.ts';

export interface HomeServices extends Bot {
  /** All other features, in display order. */
  features: readonly Feature[];
}

/** The request in its current state; undefined if this viewer may not see it or its details were deleted. */
export async function findFor(
  viewer: Viewer,
  id: string,
  services: HomeServices,
): Promise<Request | undefined> {
  const request = await services.ledger.find(id);
  if (!request) return undefined;
  return maySee(request, services.typeOf(request), viewer, await ownOf(viewer, services))
    ? request
    : undefined;
}
