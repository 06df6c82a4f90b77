import type { Task } from '../../../contract/additions/tasks.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';

interface Behind {
  request: Request;
  type: RequestType;
}

export type RequestBehind = ReturnType<typeof createRequestBehind>;

/** Finds the latest request done for a task's person; undefined if Frontdesk didn't make one. */
export function createRequestBehind(types: readonly RequestType[], ledger: Pick<Ledger, 'newestDone'>) {
  return async ({ kind, person, person_email: email }: Task): Promise<Behind | undefined> => {
    const type = types.find(({ tasks }) => tasks?.kind === kind);
    const subject = type?.tasks?.subjectOf({ id: person, email }) ?? '';
    const request = type && subject !== '' ? await ledger.newestDone(type.kind, subject) : undefined;
    return type && request && { type, request };
  };
}
