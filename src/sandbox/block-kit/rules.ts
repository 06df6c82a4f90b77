import type { KnownBlock, Option } from '@slack/types';
import { looksLikeEmail } from './blocks.ts';
import { type Problem, problem } from './check.ts';
import { type Interactive, interactiveIn, optionsOf } from './interactive.ts';

/**
 * Rules that span several objects; expects well-formed blocks. `at` is the pointer of the list of blocks:
 * "/view/blocks".
 */
export function brokenRules(blocks: readonly KnownBlock[], at: string): Problem[] {
  const elements = interactiveIn(blocks).map((one) => ({ ...one, pointer: at + one.pointer }));
  return [
    ...repeatedBlockIds(blocks, at),
    ...repeatedActionIds(elements),
    ...blocks.flatMap((block, index) => incomplete(block, `${at}/${index}`)),
    ...elements.flatMap(elementRules),
    ...elements.flatMap(dispatchedFiles),
    ...focus(elements),
  ];
}

function repeatedBlockIds(blocks: readonly KnownBlock[], at: string): Problem[] {
  const ids = blocks.map((block) => block.block_id);
  return ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) < index
      ? problem(`\`block_id\` "${id}" already exists`, `${at}/${index}/block_id`)
      : [],
  );
}

function repeatedActionIds(elements: Interactive[]): Problem[] {
  return elements.flatMap((one, index) => {
    const earlier = elements.slice(0, index).some((other) => isRepeated(one, other));
    return earlier
      ? problem(`\`action_id\` "${one.actionId}" already exists`, `${one.pointer}/action_id`)
      : [];
  });
}

function isRepeated({ block, actionId }: Interactive, other: Interactive): boolean {
  return block === other.block && actionId !== '' && actionId === other.actionId;
}

function incomplete(block: KnownBlock, pointer: string): Problem[] {
  if (block.type === 'section' && !block.text && !block.fields)
    return problem('missing required field: text', pointer);
  if (block.type === 'image' && !('image_url' in block) && !('slack_file' in block))
    return problem('missing required field: image_url', pointer);
  return [];
}

/** docs.slack.dev/reference/block-kit/blocks/input-block */
function dispatchedFiles({ block, element, pointer }: Interactive): Problem[] {
  const isDispatched = block.type === 'input' && block.dispatch_action;
  return isDispatched && element.type === 'file_input'
    ? problem('`dispatch_action` is not supported with `file_input`', pointer)
    : [];
}

function elementRules({ element, pointer }: Interactive): Problem[] {
  const own = 'options' in element && element.options;
  const groups = 'option_groups' in element && element.option_groups;
  if (element.type === 'static_select' || element.type === 'multi_static_select') {
    if (!own && !groups) return problem('missing required field: options', pointer);
    if (own && groups) return problem('must provide only one of `options` or `option_groups`', pointer);
  }
  if (element.type === 'plain_text_input' && (element.min_length ?? 0) > (element.max_length ?? 3000))
    return problem('`min_length` must not be greater than `max_length`', `${pointer}/min_length`);
  return [...initialValue(element, pointer), ...initialOptions(element, pointer)];
}

/** Slack refuses the whole view if an initial value is invalid (node-slack-sdk#1580). */
function initialValue(element: Interactive['element'], pointer: string): Problem[] {
  if (element.type === 'email_text_input' && element.initial_value && !looksLikeEmail(element.initial_value))
    return problem('must be a valid email address', `${pointer}/initial_value`);
  if (element.type !== 'plain_text_input') return [];
  const most = element.max_length ?? 3000;
  return [...(element.initial_value ?? '')].length > most
    ? problem(`must be less than ${most + 1} characters`, `${pointer}/initial_value`)
    : [];
}

function initialOptions(element: Interactive['element'], pointer: string): Problem[] {
  const options = optionsOf(element);
  if (options.length === 0) return [];
  const wrong = 'must be one of the provided options';
  if ('initial_option' in element && element.initial_option && !offers(options, element.initial_option))
    return problem(wrong, `${pointer}/initial_option`);
  if ('initial_options' in element && element.initial_options && !offersAll(options, element.initial_options))
    return problem(wrong, `${pointer}/initial_options`);
  return [];
}

/** An empty list is also refused. */
function offersAll(options: readonly Option[], wanted: readonly Option[]): boolean {
  return wanted.length > 0 && wanted.every((one) => offers(options, one));
}

/** Slack compares text and value, both exactly. */
function offers(options: readonly Option[], wanted: Option): boolean {
  return options.some((one) => one.value === wanted.value && one.text.text === wanted.text.text);
}

function focus(elements: Interactive[]): Problem[] {
  const focused = elements.filter(({ element }) => 'focus_on_load' in element && element.focus_on_load);
  const others = focused.slice(1).map(({ pointer }) => `${pointer}/focus_on_load`);
  return others.flatMap((pointer) => problem('only one element may set `focus_on_load`', pointer));
}
