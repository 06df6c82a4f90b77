import type { Viewer } from '../feature.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isAmong, type Own } from '../ledger/lists/found-by.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import type { RequestType, TypeOf } from './define-request.ts';

interface Known {
  people: Pick<SlackPeople, 'byId'>;
  directory: Pick<Directory, 'current'>;
}

/** Finds a Slack user's employee by email address; undefined if the service has none. */
export async function employeeOf(userId: string, { people, directory }: Known): Promise<number | undefined> {
  const { email } = await people.byId(userId);
  return email === '' ? undefined : directory.current()?.peopleByEmail.get(email)?.id;
}

/** The employee that a finished request is about; undefined if the service doesn't list them. */
export function subjectOf(
  request: Request,
  { tasks }: RequestType,
  { directory }: Pick<Known, 'directory'>,
): number | undefined {
  return tasks?.personOf(request) ?? directory.current()?.peopleByEmail.get(request.subject)?.id;
}

/** Filter for a manager's own requests and those that concern them; undefined for HR, who see everything. */
export async function ownOf({ userId, role }: Viewer, known: Known): Promise<Own | undefined> {
  if (role === 'hr') return undefined;
  const { email } = await known.people.byId(userId);
  const employee = await employeeOf(userId, known);
  return {
    userId,
    known: [...(email === '' ? [] : [{ email }]), ...(employee === undefined ? [] : [{ employee }])],
  };
}

export type FindManager = (email: string) => Promise<number | undefined>;

/** Creates the lookup. Uses the last finished request for the address: the service's lists have no manager. */
export function createFindManager(
  types: readonly RequestType[],
  ledger: Pick<Ledger, 'newestDone'>,
): FindManager {
  return async (email) => {
    if (email === '') return undefined;
    for (const { kind, managerOf } of types) {
      const request = managerOf && (await ledger.newestDone(kind, email));
      if (request) return managerOf?.(request);
    }
    return undefined;
  };
}

/**
 * HR sees all, a manager their own and, once done, those that concern them: never somebody else's departures.
 * `own` identifies a manager; absent for HR.
 */
export function maySee(request: Request, type: RequestType, { userId, role }: Viewer, own: Own | undefined) {
  if (role === 'hr' || request.requester === userId) return true;
  if (request.state !== 'done' || !own) return false;
  return isAmong(type.concerns?.(request) ?? [], own);
}

/** The request in its current state; undefined if this viewer may not see it or its details were deleted. */
export async function findFor(
  viewer: Viewer,
  id: string,
  { ledger, typeOf, ...known }: Known & { ledger: Pick<Ledger, 'find'>; typeOf: TypeOf },
): Promise<Request | undefined> {
  const request = await ledger.find(id);
  if (!request) return undefined;
  return maySee(request, typeOf(request), viewer, await ownOf(viewer, known)) ? request : undefined;
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
