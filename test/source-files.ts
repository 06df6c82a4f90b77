import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path}`);
}

const isTest = (path: string) => path.endsWith('.test.ts');

/** Product files, without tests. */
export const sources = filesIn('src').filter((path) => !isTest(path));
export const tests = [...filesIn('test'), ...filesIn('src').filter(isTest)];

export const npm = 'npm:';

const statement =
  /^(?:import|export)\b([^;]*?)from '([^']+)'|^import '([^']+)'|(?:const (\{[^}]*\}) = await )?import\('([^']+)'\)/gms;

/** Imports of a file, types included: the target, and the text between the braces. */
export function importStatements(path: string): { target: string; names: string }[] {
  const found = textOf(path).matchAll(statement);
  return [...found].map(([, names, from, bare, awaited, dynamic]) => ({
    target: resolved(path, from ?? bare ?? dynamic ?? ''),
    // A dynamic import of a whole module may use any name.
    names: names ?? awaited ?? (dynamic === undefined ? '' : '*'),
  }));
}

export function importsOf(path: string): string[] {
  return importStatements(path).map(({ target }) => target);
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function resolved(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return npm + specifier;
  return relative(root, resolve(join(root, dirname(from)), specifier));
}
