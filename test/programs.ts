import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What fault suites start and kill again and again, beside Frontdesk itself. */
const killed = [
  'test/faults/moved-process.ts',
  'test/ledger/trial-process.ts',
  'test/service/service-process.ts',
];

/**
 * Makes them and Frontdesk as `npm pack` ships it, in a few files, which start in half of the time.
 * @param folder that of the package, which is made
 * @returns where they are: see `programOf`
 */
export function makePrograms(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['node_modules', 'package.json', 'manifest.yml'])
    symlinkSync(join(root, part), join(folder, part));
  const made = join(folder, 'dist');
  const sources = killed.map((path) => join(root, path));
  execFileSync(process.execPath, [join(root, '.ci/bundle.mjs'), made, ...sources], { stdio: 'inherit' });
  return made;
}

/** Such a program, and Frontdesk: as it is shipped where that was made, else its source. */
export function programOf(source: string): string {
  const made = join(process.env.TEST_PROGRAMS ?? '', `${basename(source, '.ts')}.js`);
  return process.env.TEST_PROGRAMS !== undefined && existsSync(made) ? made : source;
}
