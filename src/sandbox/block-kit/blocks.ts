import {
  allOf,
  anything,
  boolean,
  byType,
  type Check,
  integer,
  list,
  object,
  oneOf,
  string,
} from './check.ts';
import {
  actionsElements,
  anyText,
  id,
  image,
  inputElements,
  plainText,
  sectionAccessories,
  slackFile,
  texts,
  url,
} from './elements.ts';

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

const richTextElements: Check = list(
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

/** Blocks and their limits: docs.slack.dev/reference/block-kit/blocks. */

type Surface = 'modal' | 'home' | 'message';

function block(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return object(required, { block_id: id, ...optional });
}

const { plain_text, mrkdwn } = texts({ max: 2000 });
const contextElement = byType({ image, plain_text: allOf(plain_text), mrkdwn: allOf(mrkdwn) });

const everywhere = {
  divider: block({}),
  header: block({ text: plainText({ max: 150 }) }),
  section: block(
    {},
    {
      text: anyText({ max: 3000 }),
      fields: list(anyText({ max: 2000 }), { min: 1, max: 10 }),
      accessory: byType(sectionAccessories),
      expand: boolean,
    },
  ),
  context: block({ elements: list(contextElement, { min: 1, max: 10 }) }),
  actions: block({ elements: list(byType(actionsElements), { min: 1, max: 25 }) }),
  image: block(
    { alt_text: string({ min: 1, max: 2000 }) },
    { image_url: url, slack_file: slackFile, title: plainText({ max: 2000 }) },
  ),
  rich_text: block({ elements: richTextElements }),
  input: block(
    { label: plainText({ max: 2000 }), element: byType(inputElements) },
    { hint: plainText({ max: 2000 }), optional: boolean, dispatch_action: boolean },
  ),
};

const alert = block(
  { text: anyText({ max: 200 }) },
  { level: oneOf(['default', 'info', 'warning', 'error', 'success']) },
);

/**
 * Newer blocks (card, carousel, markdown, table…) are refused as unsupported: while Slack is rolling one out, an app
 * that needs it gets that answer in some workspaces.
 */
const bySurface: Record<Surface, Check> = {
  message: byType(everywhere),
  home: byType(everywhere),
  modal: byType({ ...everywhere, alert }),
};

export function blocksOf(surface: Surface): Check {
  return list(bySurface[surface], { max: surface === 'message' ? 50 : 100 });
}
