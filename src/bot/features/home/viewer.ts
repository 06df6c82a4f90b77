import type { Viewer } from '../../feature.ts';
import type { Own } from '../../ledger/lists/own.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { maySee } from '../../requests/may-see.ts';
import type { PageDeps } from './deps.ts';

/**
 * By what a manager is known, who sees what they submitted and what concerns them: nobody else's leavers. Undefined for
 * HR, who sees everything. By the employees as they are known now: the process that took a form may have known none.
 * @throws what Slack's client throws
 */
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

/** A request that this viewer may see, as it is now; undefined also where its details were dropped. */
export async function findFor(viewer: Viewer, id: string, deps: PageDeps): Promise<Request | undefined> {
  const request = await deps.ledger.find(id);
  if (!request) return undefined;
  return maySee(request, deps.typeOf(request), viewer, await ownOf(viewer, deps)) ? request : undefined;
}
