import { anything, boolean, byType, type Check, integer, list, object, oneOf, string } from './check.ts';

/** Rich text: docs.slack.dev/reference/block-kit/blocks/rich-text-block. */

const style = object(
  {},
  { bold: boolean, italic: boolean, strike: boolean, code: boolean, underline: boolean },
);

function piece(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return object(required, { style, ...optional });
}

const pieces = byType({
  text: piece({ text: string({ min: 1 }) }),
  link: piece({ url: string({ min: 1 }) }, { text: string(), unsafe: boolean }),
  emoji: piece({ name: string({ min: 1 }) }, { unicode: string(), skin_tone: integer() }),
  user: piece({ user_id: string({ min: 1 }) }),
  usergroup: piece({ usergroup_id: string({ min: 1 }) }),
  channel: piece({ channel_id: string({ min: 1 }) }),
  team: piece({ team_id: string({ min: 1 }) }),
  broadcast: piece({ range: oneOf(['here', 'channel', 'everyone']) }),
  color: piece({ value: string() }),
  date: piece({ timestamp: integer(), format: string() }, { url: string(), fallback: string() }),
});

const section = object({ elements: list(pieces) });
/** Lists contain only sections. */
const listItem = byType({ rich_text_section: section });

export const richTextElements: Check = list(
  byType({
    rich_text_section: section,
    rich_text_list: object(
      { style: oneOf(['bullet', 'ordered']), elements: list(listItem) },
      { indent: integer({ min: 0, max: 8 }), offset: integer({ min: 0 }), border: oneOf([0, 1]) },
    ),
    rich_text_quote: object({ elements: list(pieces) }, { border: oneOf([0, 1]) }),
    rich_text_preformatted: object({ elements: list(pieces) }, { border: oneOf([0, 1]), language: anything }),
  }),
  { min: 1 },
);
