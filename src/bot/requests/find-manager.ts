import type { Ledger } from '../ledger/ledger.ts';
import type { RequestType } from './define-request.ts';

/** Who was entered as somebody's manager, by their ids in the service; undefined where nobody was. @param email theirs */
export type FindManager = (email: string) => Promise<number | undefined>;

/** What was carried out last for the address counts: the lists of the service tell no manager. */
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
