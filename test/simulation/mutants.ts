import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isThere, type Mutant, mutants } from './mutant-list.ts';
import type * as Runs from './run.ts';
import { run as unbroken } from './run.ts';

const root = resolve(import.meta.dirname, '../..');

/** Copies the sources with one mutation; throws when its text isn't there. */
function copyWith(mutant: Mutant, folder: string): string {
  const { name, file, from, to } = mutant;
  const copy = join(folder, String(mutants.findIndex((one) => one.name === name)));
  mkdirSync(copy);
  for (const part of ['src', 'test/simulation', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const text = readFileSync(join(copy, file), 'utf8');
  if (!isThere(mutant, text)) throw new Error(`“${name}” doesn’t fit ${file} any more.`);
  writeFileSync(
    join(copy, file),
    text.replaceAll(from, () => to),
  );
  return copy;
}

/** @returns the first seed whose run breaks a promise, and the violation */
async function caught(copy: string, seeds: number): Promise<{ seed: number; how: string } | undefined> {
  const { run }: typeof Runs = await import(pathToFileURL(join(copy, 'test/simulation/run.ts')).href);
  for (let seed = 1; seed <= seeds; seed += 1) {
    const [how] = (await run(seed)).broken;
    // A seed that also fails without the mutation proves nothing.
    if (how !== undefined && (await unbroken(seed)).broken.length === 0) return { seed, how };
  }
  return undefined;
}

const { values } = parseArgs({ options: { seeds: { type: 'string' }, only: { type: 'string' } } });
const seeds = Number(values.seeds ?? 1_000);
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
let missed = 0;
try {
  for (const mutant of mutants.filter(({ name }) => name.includes(values.only ?? ''))) {
    const found = await caught(copyWith(mutant, folder), seeds);
    if (!found) missed += 1;
    const verdict = found
      ? `seed ${String(found.seed).padStart(4)}  ${found.how.split(':')[0]}`
      : 'NOT CAUGHT';
    process.stdout.write(`${mutant.name.padEnd(62)}  ${verdict}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${missed === 0 ? 'All are caught' : `${missed} are not caught`} within ${seeds} seeds.\n`,
);
process.exitCode = missed > 0 ? 1 : 0;
