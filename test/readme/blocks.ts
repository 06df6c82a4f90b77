import { textOf } from '../source-files.ts';

/** A fenced block of the README. */
interface Block {
  /** What stands behind the fence: `sh`, `dotenv`, `diff`… */
  kind: string;
  lines: string[];
  /** The title of its chapter, and of its part of it where there is one. */
  chapter: string;
  part: string;
  /** What is said between the block before and this one. */
  said: string;
}

const fence = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;

/** Every block of the README, in its order. */
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
