import type { Database } from '../../../database/open.ts';
import type { MadeHires } from '../../onboarding/directory/made-hires.ts';
import type { LedgerTables } from '../tables/schema.ts';
import { readRequest } from './request.ts';

/** More than are made between two readings of the employees. */
const most = 500;

/** @returns finds the hires that any process has made since an instant, the newest ones first */
export function createMadeHires({ db }: Pick<Database<LedgerTables>, 'db'>) {
  return async (since: Date): Promise<MadeHires> => {
    const rows = await db
      .selectFrom('requests')
      .selectAll()
      .where('kind', '=', 'newhire')
      .where('state', '=', 'done')
      .where('ended_at', '>=', since.toISOString())
      .where('forgotten_at', 'is', null)
      .orderBy('ended_at', 'desc')
      .limit(most)
      .execute();
    const made: MadeHires = { people: [], withoutId: [] };
    for (const request of rows.map(readRequest)) {
      if (request?.kind !== 'newhire' || request.outcome?.kind !== 'done') continue;
      const { email, first_name, last_name, role } = request.payload;
      const { employeeId: id } = request.outcome;
      if (id === null) made.withoutId.push(email);
      else made.people.push({ id, name: `${first_name} ${last_name}`, email, role });
    }
    return made;
  };
}
