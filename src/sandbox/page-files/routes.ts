import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Libraries of the page by their name under `/vendor/`, served from `node_modules`. */
const libraries = new Map([
  ['preact.js', 'preact'],
  ['preact-hooks.js', 'preact/hooks'],
  ['htm.js', 'htm'],
  ['htm-preact.js', 'htm/preact'],
]);

/** Page file names. The only dot is before the extension, so no path leaves the folder. */
const fileName = /^(?:[\w-]+\/)*[\w-]+\.[a-z0-9]+$/;

export function pageRoutes(server: FastifyInstance, folder = new URL('../page/', import.meta.url)): void {
  server.get('/', (_request, reply) => sendFile(reply, fileURLToPath(new URL('index.html', folder))));
  server.get<{ Params: { name: string } }>('/vendor/:name', (request, reply) => {
    const specifier = libraries.get(request.params.name);
    return sendFile(reply, specifier && fileURLToPath(import.meta.resolve(specifier)));
  });
  server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*'];
    return sendFile(reply, fileName.test(name) ? fileURLToPath(new URL(name, folder)) : undefined);
  });
}

async function sendFile(reply: FastifyReply, path: string | undefined): Promise<FastifyReply> {
  const file = path === undefined ? undefined : await fileAt(path);
  if (!file) return reply.status(404).type('text/plain').send('Not found.');
  const policy = file.type.startsWith('text/html') && contentPolicy(String(file.content));
  return reply
    .type(file.type)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .headers(policy ? { 'content-security-policy': policy } : {})
    .send(file.content);
}

/** Allows only this server's scripts and the page's inline ones (its import map), by hash. */
function contentPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Reads a file for a browser; TypeScript becomes JavaScript. Undefined if there is none. */
async function fileAt(path: string): Promise<{ type: string; content: string | Buffer } | undefined> {
  const type = types[path.split('.').at(-1) ?? ''];
  const content = type && (await readFile(path).catch(() => undefined));
  const isTypeScript = path.endsWith('.ts');
  if (content) return { type, content: isTypeScript ? stripTypeScriptTypes(String(content)) : content };
  // Packed, the page's TypeScript is JavaScript already.
  return isTypeScript ? fileAt(path.replace(/\.ts$/, '.js')) : undefined;
}
