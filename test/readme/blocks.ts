import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, textOf } from '../source-files.ts';

interface Block {
  /** Info string of the fence: `sh`, `dotenv`, `diff`… */
  kind: string;
  lines: string[];
  /** File, its chapter, and the section in it, if any: `docs/operate.md/Install/In a container`. */
  place: string;
}

const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

export const documentation = documents.map(textOf).join('\n');

export const fence = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;

interface Link {
  path: string;
  anchor: string | undefined;
  isPicture: boolean;
}

export function linksOf(): Link[] {
  const link = /(!?)\[[^\]]*\]\((?!https?:)([^)#]+)(?:#([^)]+))?\)/g;
  return documents.flatMap((page) =>
    [...textOf(page).matchAll(link)].map(([, mark, to = '', anchor]) => ({
      path: join(dirname(page), to),
      anchor,
      isPicture: mark === '!',
    })),
  );
}

export function blocksOf(place = '', read = textOf): Block[] {
  const blocks = documents.flatMap((path) => blocksIn(path, read(path)));
  return blocks.filter((block) => block.place.startsWith(place));
}

export function commandsOf(place = ''): string[] {
  return blocksOf(place).flatMap(({ kind, lines }) => (kind === 'sh' ? lines : []));
}

function blocksIn(path: string, text: string): Block[] {
  return [...text.matchAll(fence)].map(({ 1: indent = '', 2: kind = '', 3: body = '', index }) => {
    const chapter = text.slice(0, index).split(/^## /m).at(-1) ?? '';
    const [, part = ''] = /^### (.*)$[\s\S]*$/m.exec(chapter.split(/^(?=### )/m).at(-1) ?? '') ?? [];
    const lines = body.split('\n').map((line) => line.slice(indent.length));
    return { kind, lines: lines.filter(Boolean), place: `${path}/${chapter.split('\n')[0]}/${part}` };
  });
}
