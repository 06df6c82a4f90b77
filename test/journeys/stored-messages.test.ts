import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { openOffice, releasedService } from './office.ts';

const cleanup = useCleanup();

it('stores nobody’s name in a message', async () => {
  const office = await openOffice(cleanup, { service: await releasedService(cleanup) });
  await office.ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
  await office.ines.untilView('New hire');
  await office.ines.fill({ Manager: 'Marcus Oyelaran' });
  await office.ines.submit();
  await office.marcus.untilMessage('Jane Doe joins');
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL);
  cleanup.later(close);
  const rows = await db.selectFrom('messages').selectAll().execute();
  expect(rows.length).toBeGreaterThan(2);
  // References and hashes can spell a name by chance, in capitals or mixed case; match only regular spellings.
  const readable = rows.map((row) => ({ ...row, metadata_id: '' }));
  expect(JSON.stringify(readable)).not.toMatch(/jane|doe|oyelaran|Jane|Doe|Oyelaran/);
});
