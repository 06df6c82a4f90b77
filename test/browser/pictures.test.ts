import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pictures = 'test/browser/pictures';
const mostBytes = 160_000;

it('every picture that the README shows is there', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const shown = [...readme.matchAll(/test\/browser\/pictures\/[\w-]+\.png/g)].map(([path]) => path);
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('no picture is heavier than it has to be', () => {
  const all = readdirSync(join(root, pictures)).filter((name) => name.endsWith('.png'));
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((name) => statSync(join(root, pictures, name)).size > mostBytes)).toEqual([]);
});
