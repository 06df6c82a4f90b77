import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentation } from '../readme/blocks.ts';

const root = join(import.meta.dirname, '../..');
const pictures = 'test/browser/pictures';
const all = readdirSync(join(root, pictures)).filter((name) => name.endsWith('.png'));
const mostBytes = 160_000;

it('README and docs show every picture', () => {
  expect(all.filter((name) => !documentation.includes(`/${name})`))).toEqual([]);
});

it('no picture is heavier than it has to be', () => {
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((name) => statSync(join(root, pictures, name)).size > mostBytes)).toEqual([]);
});
