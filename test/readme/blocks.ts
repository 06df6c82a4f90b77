import { textOf } from '../source-files.ts';

interface Block {
  /** Info string of the fence: `sh`, `dotenv`, `diff`… */
  kind: string;
  lines: string[];
  /** Title of its chapter, and of its section if any. */
  chapter: string;
  part: string;
  /** Text between the previous block and this one. */
  said: string;
}

const fence = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;

/** Blocks of the README, in order. */
export function blocksOf(readme = textOf('README.md')): Block[] {
  let end = 0;
  return [...readme.matchAll(fence)].map(
    ({ 0: whole, 1: indent = '', 2: kind = '', 3: body = '', index }) => {
      const before = readme.slice(0, index);
      const chapter = before.split(/^## /m).at(-1) ?? '';
      const [, part = ''] = /^### (.*)$[\s\S]*$/m.exec(chapter.split(/^(?=### )/m).at(-1) ?? '') ?? [];
      const said = readme.slice(end, index);
      end = index + whole.length;
      const lines = body.split('\n').map((line) => line.slice(indent.length));
      return { kind, lines: lines.filter(Boolean), chapter: chapter.split('\n')[0] ?? '', part, said };
    },
  );
}
