import {
  allOf,
  anything,
  type Bounds,
  boolean,
  byType,
  type Check,
  integer,
  list,
  object,
  oneOf,
  type Problem,
  problem,
  string,
} from './check.ts';

/** Slack's check of an address, in a field and as its initial value: a local part, an @, and a domain with a dot. */
export function looksLikeEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const dot = domain.lastIndexOf('.');
  return more.length === 0 && local !== '' && !/\s/.test(text) && dot > 0 && dot < domain.length - 1;
}

function texts(limits: Bounds) {
  const text = string({ min: 1, ...limits });
  return {
    plain_text: object({ text }, { emoji: boolean }),
    mrkdwn: object({ text }, { verbatim: boolean }),
  };
}

export function plainText(limits: Bounds): Check {
  const { plain_text } = texts(limits);
  return allOf(byType({ plain_text }));
}

function anyText(limits: Bounds): Check {
  return allOf(byType(texts(limits)));
}

const id = string({ min: 1, max: 255 });
const urlText = string({ min: 1, max: 3000 });

function url(value: unknown, pointer: string): Problem[] {
  const wrong = urlText(value, pointer);
  if (wrong.length > 0) return wrong;
  return URL.canParse(String(value)) ? [] : problem('invalid url', pointer);
}

function optionWith(text: (limits: Bounds) => Check, more: Record<string, Check> = {}): Check {
  return object(
    { text: text({ max: 75 }), value: string({ min: 1, max: 150 }) },
    { description: text({ max: 75 }), ...more },
  );
}

export const option = optionWith(plainText);
const richOption = optionWith(anyText);
const linkOption = optionWith(plainText, { url });

export const optionGroup = object({
  label: plainText({ max: 75 }),
  options: list(option, { min: 1, max: 100 }),
});

const confirm = object(
  { title: plainText({ max: 100 }), text: anyText({ max: 300 }) },
  { confirm: plainText({ max: 30 }), deny: plainText({ max: 30 }), style: oneOf(['primary', 'danger']) },
);

const dispatchActionConfig = object(
  {},
  { trigger_actions_on: list(oneOf(['on_enter_pressed', 'on_character_entered']), { min: 1 }) },
);

const conversationFilter = object(
  {},
  {
    include: list(oneOf(['im', 'mpim', 'private', 'public']), { min: 1 }),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
);

/** Block elements and their limits: docs.slack.dev/reference/block-kit/block-elements. */

const date = string({ pattern: /^\d{4}-\d{2}-\d{2}$/ });
const time = string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ });
const placeholder = plainText({ max: 150 });

const action = { action_id: id };
const focus = { focus_on_load: boolean };
const asking = { ...action, confirm };
const focusable = { ...asking, ...focus };
const menu = { ...focusable, placeholder };
const several = { ...menu, max_selected_items: integer({ min: 1 }) };
const typed = { ...action, placeholder, ...focus, dispatch_action_config: dispatchActionConfig };
const choices = {
  options: list(option, { min: 1, max: 100 }),
  option_groups: list(optionGroup, { min: 1, max: 100 }),
};
const typeAhead = { min_query_length: integer({ min: 0 }) };
const conversations = { default_to_current_conversation: boolean, filter: conversationFilter };

const button = object(
  { text: plainText({ max: 75 }) },
  {
    ...asking,
    url,
    value: string({ max: 2000 }),
    style: oneOf(['primary', 'danger']),
    accessibility_label: string({ max: 75 }),
  },
);

const tickBoxes = { options: list(richOption, { min: 1, max: 10 }) };

const pressed = {
  button,
  overflow: object({ options: list(linkOption, { min: 1, max: 5 }) }, asking),
};

const datetimepicker = object({}, { ...focusable, initial_date_time: integer({ min: 1_000_000_000 }) });

const single = {
  checkboxes: object(tickBoxes, { ...focusable, initial_options: list(richOption, { min: 1, max: 10 }) }),
  radio_buttons: object(tickBoxes, { ...focusable, initial_option: richOption }),
  datepicker: object({}, { ...menu, initial_date: date }),
  timepicker: object({}, { ...menu, initial_time: time, timezone: string() }),
  static_select: object({}, { ...menu, ...choices, initial_option: option }),
  external_select: object({}, { ...menu, ...typeAhead, initial_option: option }),
  users_select: object({}, { ...menu, initial_user: id }),
  conversations_select: object({}, { ...menu, ...conversations, initial_conversation: id }),
  channels_select: object({}, { ...menu, initial_channel: id }),
};

const initial_options = list(option, { max: 100 });

/** Multi-select menus; actions blocks refuse them (slackapi/python-slack-sdk#1631). */
const multi = {
  multi_static_select: object({}, { ...several, ...choices, initial_options }),
  multi_external_select: object({}, { ...several, ...typeAhead, initial_options }),
  multi_users_select: object({}, { ...several, initial_users: list(id) }),
  multi_conversations_select: object({}, { ...several, ...conversations, initial_conversations: list(id) }),
  multi_channels_select: object({}, { ...several, initial_channels: list(id) }),
};

const lines = integer({ min: 1 });

const described = { alt_text: string({ min: 1, max: 2000 }) };
const pictured = { image_url: url, slack_file: object({}, { url, id }) };
const image = object(described, pictured);

const line = { ...typed, initial_value: string() };

const inputs = {
  plain_text_input: object(
    {},
    {
      ...typed,
      initial_value: string({ max: 3000 }),
      multiline: boolean,
      min_length: integer({ min: 0, max: 3000 }),
      max_length: integer({ min: 1, max: 3000 }),
    },
  ),
  email_text_input: object({}, line),
  url_text_input: object({}, line),
  number_input: object(
    { is_decimal_allowed: boolean },
    { ...line, min_value: string(), max_value: string() },
  ),
  rich_text_input: object({}, { ...typed, initial_value: anything, min_lines: lines, max_lines: lines }),
};

const fileInput = object(
  {},
  { ...action, filetypes: list(string({ min: 1 }), { min: 1 }), max_files: integer({ min: 1, max: 10 }) },
);

const sectionAccessories = { ...pressed, ...single, ...multi, image };
const actionsElements = {
  ...pressed,
  ...single,
  datetimepicker,
  rich_text_input: inputs.rich_text_input,
};
const inputElements = { ...single, datetimepicker, ...multi, ...inputs };

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
  image: block(described, { ...pictured, title: plainText({ max: 2000 }) }),
  rich_text: block({ elements: richTextElements }),
  input: inputOf(inputElements),
};

function inputOf(elements: Readonly<Record<string, Check>>): Check {
  return block(
    { label: plainText({ max: 2000 }), element: byType(elements) },
    { hint: plainText({ max: 2000 }), optional: boolean, dispatch_action: boolean },
  );
}

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
  modal: byType({ ...everywhere, input: inputOf({ ...inputElements, file_input: fileInput }), alert }),
};

export function blocksOf(surface: Surface): Check {
  return list(bySurface[surface], { max: surface === 'message' ? 50 : 100 });
}
