import { readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageRoutes } from '../../../src/sandbox/page-files/routes.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { startSample } from '../stage/stage.ts';

let sandbox: Sandbox;
const server = fastify();
let folder: string;

beforeAll(async () => {
  sandbox = await startSample();
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  await writeFile(
    join(folder, 'index.html'),
    '<script type="importmap">{}</script><script src="main.ts"></script>',
  );
  await writeFile(join(folder, 'typed.ts'), 'export const answer: number = 42;');
  await writeFile(join(folder, 'packed.js'), 'export const packed = true;');
  await writeFile(join(folder, 'notes.md'), 'nothing for a browser');
  pageRoutes(server, pathToFileURL(`${folder}/`));
});
afterAll(async () => {
  await server.close();
  await sandbox.stop();
});

it('serves TypeScript without its types', async () => {
  const { body, headers } = await server.inject('/typed.ts');
  expect(body).not.toContain(': number');
  expect(body).toContain('answer');
  expect(headers['content-type']).toContain('text/javascript');
});

it('serves the JavaScript of the packed product where the TypeScript would be', async () => {
  expect((await server.inject('/packed.ts')).body).toBe('export const packed = true;');
});

it('lets only its own scripts and its import map run', async () => {
  const { headers, body } = await server.inject('/');
  expect(body).toContain('importmap');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
});

it.each(['/notes.md', '/../sandbox.ts', '/%2e%2e/sandbox.ts', '/vendor/fastify.js', '/nothing.ts'])(
  'has nothing at %s',
  async (url) => {
    expect((await server.inject(url)).statusCode).toBe(404);
  },
);

function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${sandbox.url}sandbox/workspace`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
}

it('turns away requests that were meant for another host or come from another page', async () => {
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ origin: sandbox.url.slice(0, -1) })).toBe(200);
  expect(await statusWith({ host: 'evil.example' })).toBe(403);
  expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
  expect(await statusWith({ origin: 'null' })).toBe(403);
});

it('says what cannot be stripped, and goes on with the next file', async () => {
  await writeFile(join(folder, 'enumerated.ts'), 'export enum Colour { Red }');
  expect((await server.inject('/enumerated.ts')).statusCode).toBe(500);
  expect((await server.inject('/typed.ts')).statusCode).toBe(200);
});

const pageFolder = new URL('../../../src/sandbox/page/', import.meta.url);
const mostBytes = 300_000;
const vendored = ['preact.js', 'preact-hooks.js', 'htm.js', 'htm-preact.js'].map((name) => `vendor/${name}`);

it('serves the whole page, libraries included, in less than 300 kB', async () => {
  const own = readdirSync(pageFolder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|css|html|svg)$/.test(name) && !name.endsWith('.test.ts'),
  );
  const sizes = await Promise.all([...own, ...vendored].map((name) => sizeOf(sandbox.url + name)));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(mostBytes);
});

/** Bytes of a file as served. Throws when it isn't. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}
