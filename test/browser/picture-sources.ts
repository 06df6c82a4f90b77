import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const folders = [
  'src/sandbox/page',
  'src/bot/features/newhire',
  'src/bot/features/home',
  'src/bot/features/offboarding/approval',
  'src/bot/features/digest',
  'src/bot/features/setup',
  'src/bot/features/tasks',
  'src/bot/plan',
  'src/commands/demo.ts',
  'src/commands/demo-company.ts',
];

/** Hash of everything that can change the pictures. */
export function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (isShown(name)) hash.update(name).update(readFileSync(join(root, folder, name)));
  return hash.digest('hex');
}

export function isCurrent(takenAt: string): boolean {
  return takenAt.trim() === sourcesHash();
}

function isShown(name: string): boolean {
  return /\.(ts|css|html|svg)$/.test(name) && !name.endsWith('.test.ts');
}
