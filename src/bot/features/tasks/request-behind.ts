import type { Task } from '../../../contract/additions/tasks.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';

/** The request that tasks follow from, and what kind it is. */
interface Behind {
  request: Request;
  type: RequestType;
}

export type RequestBehind = ReturnType<typeof createRequestBehind>;

/** Finds what was carried out last for the person of a task; nothing where that was not by Frontdesk. */
export function createRequestBehind(types: readonly RequestType[], ledger: Pick<Ledger, 'newestDone'>) {
  return async ({ kind, person, person_email: email }: Task): Promise<Behind | undefined> => {
    const type = types.find(({ tasks }) => tasks?.kind === kind);
    const subject = type?.tasks?.subjectOf({ id: person, email }) ?? '';
    const request = type && subject !== '' ? await ledger.newestDone(type.kind, subject) : undefined;
    return type && request && { type, request };
  };
}
