import type { Viewer } from '../../feature.ts';
import type { Own } from '../../ledger/lists/found-by.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { maySee } from '../../requests/may-see.ts';
import type { PageDeps } from './deps.ts';

/** Filter for a manager's own requests and those that concern them; undefined for HR, who see everything. */
export async function ownOf(
  { userId, role }: Viewer,
  { people, directory }: Pick<PageDeps, 'people' | 'directory'>,
): Promise<Own | undefined> {
  if (role === 'hr') return undefined;
  const { email } = await people.byId(userId);
  if (email === '') return { userId, known: [] };
  const employee = directory.current()?.peopleByEmail.get(email)?.id;
  return { userId, known: [{ email }, ...(employee === undefined ? [] : [{ employee }])] };
}

/** The request in its current state; undefined if this viewer may not see it or its details were deleted. */
export async function findFor(viewer: Viewer, id: string, deps: PageDeps): Promise<Request | undefined> {
  const request = await deps.ledger.find(id);
  if (!request) return undefined;
  return maySee(request, deps.typeOf(request), viewer, await ownOf(viewer, deps)) ? request : undefined;
}
