import {
  allOf,
  type Bounds,
  boolean,
  byType,
  type Check,
  list,
  object,
  oneOf,
  type Problem,
  problem,
  string,
} from './check.ts';

/** Composition objects and their limits: docs.slack.dev/reference/block-kit/composition-objects. */

/** Checks for text objects, by type. */
export function texts(limits: Bounds) {
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

export function anyText(limits: Bounds): Check {
  return allOf(byType(texts(limits)));
}

export const id = string({ min: 1, max: 255 });
const urlText = string({ min: 1, max: 3000 });

export function url(value: unknown, pointer: string): Problem[] {
  const wrong = urlText(value, pointer);
  if (wrong.length > 0) return wrong;
  return URL.canParse(String(value)) ? [] : problem('invalid url', pointer);
}

/** Check for a menu option; checkboxes and radio buttons may use mrkdwn, overflow menus may link. */
function optionWith(text: (limits: Bounds) => Check, more: Record<string, Check> = {}): Check {
  return object(
    { text: text({ max: 75 }), value: string({ min: 1, max: 150 }) },
    { description: text({ max: 75 }), ...more },
  );
}

export const option = optionWith(plainText);
export const richOption = optionWith(anyText);
export const linkOption = optionWith(plainText, { url });

export const optionGroup = object({
  label: plainText({ max: 75 }),
  options: list(option, { min: 1, max: 100 }),
});

export const confirm = object(
  { title: plainText({ max: 100 }), text: anyText({ max: 300 }) },
  { confirm: plainText({ max: 30 }), deny: plainText({ max: 30 }), style: oneOf(['primary', 'danger']) },
);

export const dispatchActionConfig = object(
  {},
  { trigger_actions_on: list(oneOf(['on_enter_pressed', 'on_character_entered']), { min: 1 }) },
);

export const conversationFilter = object(
  {},
  {
    include: list(oneOf(['im', 'mpim', 'private', 'public']), { min: 1 }),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
);

export const slackFile = object({}, { url, id });
