import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Change described in docs/extend.md, and the command that verifies it. */
interface Recipe {
  title: string;
  /** Diff lines under the path of their file. */
  diff: string;
  /** Verifying command after it. */
  command: string;
}

/** Chapters that begin with "Add", each with a diff and a command that must pass after it. */
function recipesIn(page: string): Recipe[] {
  const parts = page.split(/^## /m).filter((part) => part.startsWith('Add '));
  return parts.flatMap((part) => {
    const [, diff] = /```diff\n([\s\S]*?)```/.exec(part) ?? [];
    const [, command] = /```sh\n([\s\S]*?)```/.exec(part) ?? [];
    return diff && command ? [{ title: part.split('\n')[0] ?? '', diff, command }] : [];
  });
}

/** Copies the project's current files to a scratch folder. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-recipe-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\n').filter(Boolean)) cpSync(join(root, path), join(folder, path));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Applies the changes: a line with a leading space gives the position, minus removes, plus inserts below the line
 * before; a path has its own line.
 * @throws Error when a line is missing
 */
function apply(diff: string, folder: string): void {
  let path = '';
  let at = -1;
  for (const [, sign, line = ''] of diff.matchAll(/^([ +-]|(?=\S))(.+)?$/gm)) {
    if (sign === '') [path, at] = [join(folder, line), -1];
    else at = changed(path, { at, sign, line });
  }
}

/** @returns the number of the line below which the next one is inserted */
function changed(path: string, { at, sign, line }: { at: number; sign?: string | undefined; line: string }) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [''];
  if (sign === '+') lines.splice(at + 1, 0, line);
  const place = sign === '+' ? at + 1 : lines.lastIndexOf(line);
  if (place < 0) throw new Error(`${path} has no line “${line}”.`);
  if (sign === '-') lines.splice(place, 1);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join('\n'));
  return sign === '-' ? place - 1 : place;
}

/** Merges the commands: those that change files first, then one type check and one test run. */
function together(commands: readonly string[]): string[] {
  const lines = commands.flatMap((command) => command.trim().split('\n'));
  const [types, tests] = ['npm run types', 'npx vitest run '];
  const files = new Set(
    lines.flatMap((line) => (line.startsWith(tests) ? line.slice(tests.length).split(' ') : [])),
  );
  const others = lines.filter((line) => line !== types && !line.startsWith(tests));
  // Longer limits, like in `npm test`, for busy machines.
  const patient = `${tests}--testTimeout=90000 --hookTimeout=90000`;
  return [...others, types, `${patient} ${[...files].join(' ')}`];
}

/**
 * Follows the recipes in one copy of the project.
 * @returns whether everything passes with all of them
 */
function follow(recipes: readonly Recipe[]): boolean {
  const folder = copyOfProject();
  try {
    for (const { diff } of recipes) apply(diff, folder);
    const command = together(recipes.map((one) => one.command)).join('\n');
    const { status } = spawnSync('bash', ['-e', '-c', command], { cwd: folder, stdio: 'inherit' });
    const said = status === 0 ? 'works as described' : 'does not work';
    process.stdout.write(`${recipes.map(({ title }) => title).join(', ')}: ${said}\n`);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs all recipes, or those with a word in the title: `npm run recipes -- language`. */
const [word = ''] = process.argv.slice(2);
const recipes = recipesIn(readFileSync(join(root, 'docs/extend.md'), 'utf8')).filter(({ title }) =>
  title.includes(word),
);
if (recipes.length === 0 || !follow(recipes)) process.exitCode = 1;
