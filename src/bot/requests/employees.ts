import type { Viewer } from '../feature.ts';
import type { Own } from '../ledger/lists/found-by.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { Directory } from '../onboarding/directory/directory.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import type { RequestType } from './define-request.ts';

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
