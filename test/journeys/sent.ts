import type { LedgerTables } from '../../src/bot/ledger/tables/schema.ts';
import { NewHire } from '../../src/contract/new-hire.ts';
import { openDatabase } from '../../src/database/open.ts';

export async function sentHires(databaseUrl: string) {
  const { db, close } = openDatabase<LedgerTables>(databaseUrl);
  const rows = await db
    .selectFrom('requests')
    .select('payload')
    .where('kind', '=', 'newhire')
    .orderBy('created_at')
    .execute();
  await close();
  return rows.map(({ payload }) => NewHire.parse(JSON.parse(payload ?? '')));
}
