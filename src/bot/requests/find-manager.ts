import type { Ledger } from '../ledger/ledger.ts';
import type { RequestType } from './define-request.ts';

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
