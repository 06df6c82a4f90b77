import type { KnownBlock } from '@slack/types';
import { blocksOf } from './blocks.ts';
import { isObject, type Problem, problem } from './check.ts';
import { normalized } from './normalized.ts';
import { brokenRules } from './rules.ts';

const check = blocksOf('message');

/** Parses the blocks of a message, or returns everything that is wrong with them. */
export function readMessageBlocks(value: unknown): { blocks: KnownBlock[] } | { problems: Problem[] } {
  const problems = check(value, '/blocks');
  if (problems.length > 0) return { problems };
  // The checks above prove this type, but TypeScript can't follow them.
  const blocks = normalized(value) as KnownBlock[];
  const broken = [...brokenRules(blocks, '/blocks'), ...sums(blocks)];
  return broken.length > 0 ? { problems: broken } : { blocks };
}

/** Limits over a whole message: 12,000 characters of markdown, one table of 10,000 characters. */
function sums(blocks: readonly KnownBlock[]): Problem[] {
  const markdown = blocks.filter((block) => block.type === 'markdown');
  const tables = blocks.filter((block) => block.type === 'table');
  if (textLeaves(markdown).join('').length > 12_000)
    return problem('must be less than 12001 characters', '/blocks');
  if (tables.length > 1) return problem('only one `table` block is allowed', '/blocks');
  if (textLeaves(tables).join('').length > 10_000)
    return problem('must be less than 10001 characters', '/blocks');
  return [];
}

/** Every text in a piece of Block Kit, in reading order. */
export function textLeaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textLeaves);
  if (!isObject(value)) return [];
  if (typeof value.text === 'string') return [value.text];
  return Object.values(value).flatMap(textLeaves);
}
