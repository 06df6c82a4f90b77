import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startSample } from '../stage/sample.ts';

const page = new URL('../../../src/sandbox/page/', import.meta.url);
const mostBytes = 300_000;
const vendored = ['preact.js', 'preact-hooks.js', 'htm.js', 'htm-preact.js'].map((name) => `vendor/${name}`);

it('the whole page weighs less than 300 kB', async () => {
  const sandbox = await startSample();
  const own = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|css|html|svg)$/.test(name) && !name.endsWith('.test.ts'),
  );
  const sizes = await Promise.all([...own, ...vendored].map((name) => sizeOf(sandbox.url + name)));
  await sandbox.stop();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
});

/** Bytes of a file as served. Throws when it isn't. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}
