import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUrl } from '../postgres.ts';
import { makeFixtures } from './make.ts';

const root = join(import.meta.dirname, '..', '..');
const changelog = join(root, 'CHANGELOG.md');

/**
 * Additional steps of `npm version`: dates the changelog's "Unreleased" section and stores this version's databases
 * for later tests.
 */
async function release(version: string): Promise<void> {
  writeFileSync(
    changelog,
    dated(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10)),
  );
  await makeFixtures(version);
  execFileSync('git', ['add', 'CHANGELOG.md', `test/releases/${version}`], { cwd: root });
}

function dated(text: string, version: string, day: string): string {
  return text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${day}`);
}

/** Checks the requirements before the number changes. */
function missing(): string | undefined {
  if (!/^## Unreleased\n+(?!## )\S/m.test(readFileSync(changelog, 'utf8')))
    return 'CHANGELOG.md has nothing under “Unreleased”. Say there what is new.';
  if (!postgresUrl)
    return 'Set TEST_POSTGRES_URL to a PostgreSQL server: the databases of this version are kept for later tests.';
  return undefined;
}

const [step] = process.argv.slice(2);
const lack = missing();
if (lack !== undefined) {
  process.stderr.write(`${lack}\n`);
  process.exit(1);
}
if (step !== 'ready') await release(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version);
// Exit, since the office's open handles keep the process alive.
process.exit();
