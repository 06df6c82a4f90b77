import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotTables, migrations } from '../src/bot/storage/migrations.ts';
import { openMigrated } from '../src/database/open.ts';
import { openOperator } from '../src/service/operator.ts';

/**
 * SQLite templates, made once per process: the bot's migrated database, and the service's with the demo company. A
 * copy costs a tenth of a migration.
 */
async function make() {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const bot = await openMigrated<BotTables>(`sqlite:${join(folder, 'frontdesk.db')}`, migrations);
  await bot.close();
  const operator = openOperator(`sqlite:${join(folder, 'service.db')}`);
  await operator.migrate();
  await operator.seedDemo();
  const token = await operator.createToken('ines.duarte@acme.example');
  await operator.close();
  return { folder, token };
}
let made: ReturnType<typeof make> | undefined;

export async function copyOf(database: 'frontdesk' | 'service', path: string) {
  made ??= make();
  const { folder, token } = await made;
  copyFileSync(join(folder, `${database}.db`), path);
  return { url: `sqlite:${path}`, token };
}
