import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Programs besides Frontdesk that fault suites start and kill repeatedly. */
const killed = ['test/bench/bot-process.ts', 'test/service/service-process.ts'];

/** Bundled as `npm pack` does, which halves their start time. */
export function makePrograms(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const part of ['node_modules', 'package.json', 'manifest.yml'])
    symlinkSync(join(root, part), join(folder, part));
  const made = join(folder, 'dist');
  const sources = killed.map((path) => join(root, path));
  execFileSync(process.execPath, [join(root, '.ci/bundle.mjs'), made, ...sources], { stdio: 'inherit' });
  return made;
}

/** Path of a program: the bundle if there is one, otherwise its source. */
export function programOf(source: string): string {
  const made = join(process.env.TEST_PROGRAMS ?? '', `${basename(source, '.ts')}.js`);
  return process.env.TEST_PROGRAMS !== undefined && existsSync(made) ? made : source;
}
