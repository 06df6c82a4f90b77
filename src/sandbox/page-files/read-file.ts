import { readFile, stat } from 'node:fs/promises';
import { Stripper } from './strip.ts';

interface ServedFile {
  content: string | Buffer;
  type: string;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Reads files for a browser. TypeScript is served as JavaScript, stripped once per file version. */
export class PageFiles {
  readonly #stripper = new Stripper();
  readonly #scripts = new Map<string, { changed: number; script: Promise<string> }>();

  async read(path: string): Promise<ServedFile | undefined> {
    const type = types[path.split('.').at(-1) ?? ''];
    if (!type) return undefined;
    if (!path.endsWith('.ts')) return served(path, type);
    return (await this.#script(path, type)) ?? served(path.replace(/\.ts$/, '.js'), type);
  }

  async #script(path: string, type: string): Promise<ServedFile | undefined> {
    const changed = await changedAt(path);
    if (changed === undefined) return undefined;
    const known = this.#scripts.get(path);
    const strip = () => readFile(path, 'utf8').then((source) => this.#stripper.strip(source));
    const script = known?.changed === changed ? known.script : strip();
    this.#scripts.set(path, { changed, script });
    return { content: await script, type };
  }
}

async function served(path: string, type: string): Promise<ServedFile | undefined> {
  const exists = (await changedAt(path)) !== undefined;
  return exists ? { content: await readFile(path), type } : undefined;
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
}
