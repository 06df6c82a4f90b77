import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshPostgres, freshSqlite } from '../postgres.ts';
import { dump } from './dump.ts';
import { live, type Stored } from './story.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * Stores the databases of a version for the upgrade test: `node test/releases/make.ts VERSION [COMMIT]`, from the
 * current sources or those of a commit. `npm version` runs it for each release.
 */
export async function makeFixtures(version: string, commit?: string): Promise<void> {
  const tree = commit === undefined ? root : treeOf(commit);
  const folder = join(import.meta.dirname, version);
  mkdirSync(folder, { recursive: true });
  try {
    for (const [kind, fresh] of [['sqlite', freshSqlite] as const, ['postgres', freshPostgres] as const])
      await make(tree, fresh, (name) => join(folder, `${name}.${kind}.sql`));
  } finally {
    if (tree !== root) rmSync(tree, { recursive: true, force: true });
  }
}

async function make(tree: string, fresh: typeof freshSqlite, file: (name: keyof Stored) => string) {
  const [bot, service] = [await fresh(), await fresh()];
  try {
    const stored = { bot: bot.url, service: service.url };
    await live(tree, stored);
    for (const name of ['bot', 'service'] as const)
      writeFileSync(file(name), `-- made ${new Date().toISOString()}\n${dump(stored[name])}`);
  } finally {
    await bot.remove();
    await service.remove();
  }
}

/** Sources of a commit, with the packages installed here. */
function treeOf(commit: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'frontdesk-release-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

const [version, commit] = process.argv.slice(2);
if (import.meta.main) {
  if (version === undefined) throw new Error('Say which version: node test/releases/make.ts 1.2.0');
  await makeFixtures(version, commit);
  // Exit, since the office's open handles keep the process alive.
  process.exit();
}
