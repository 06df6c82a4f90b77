import type { KnownBlock } from '@slack/types';
import { isObject } from '../block-kit/check.ts';

const mention = /<(?:@([UW][A-Z0-9]+)|!subteam\^(S[A-Z0-9]+)|!(channel|here|everyone))(?:\|[^<>]*)?>/g;

/**
 * Mentions in a message: `<@U…>`, `<!subteam^S…>`, `<!channel>` and the like in mrkdwn, and their rich text elements.
 * Plain text mentions nobody.
 */
export function mentionsIn(text: string, isMrkdwn: boolean, blocks: readonly KnownBlock[]): string[] {
  const found = [...(isMrkdwn ? inMrkdwn(text) : []), ...inBlocks(blocks)];
  return [...new Set(found)];
}

function inMrkdwn(text: string): string[] {
  return [...text.matchAll(mention)].map(([, user, group, broadcast]) => user ?? group ?? broadcast ?? '');
}

function inBlocks(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(inBlocks);
  if (!isObject(value)) return [];
  switch (value.type) {
    case 'mrkdwn':
    case 'markdown':
      return inMrkdwn(String(value.text));
    case 'user':
      return [String(value.user_id)];
    case 'usergroup':
      return [String(value.usergroup_id)];
    case 'broadcast':
      return [String(value.range)];
    default:
      return Object.values(value).flatMap(inBlocks);
  }
}
