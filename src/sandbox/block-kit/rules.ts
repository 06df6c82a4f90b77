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
  const named = blocks.map(({ block_id: id }, index) => ({ id, pointer: `${at}/${index}` }));
  const actions = elements.map(({ block, actionId: id, pointer }) => ({ block, id, pointer }));
  const actionsIn = (block: KnownBlock) => actions.filter((one) => one.block === block);
  return [
    ...repeated('block_id', named),
    ...blocks.flatMap((block) => repeated('action_id', actionsIn(block))),
    ...blocks.flatMap((block, index) => blockRules(block, `${at}/${index}`)),
    ...elements.flatMap(elementRules),
    ...focus(elements),
  ];
}

function repeated(name: string, all: { id: string | undefined; pointer: string }[]): Problem[] {
  return all
    .filter(({ id }, index) => id && all.findIndex((other) => other.id === id) < index)
    .flatMap(({ id, pointer }) => problem(`\`${name}\` "${id}" already exists`, `${pointer}/${name}`));
}

function blockRules(block: KnownBlock, pointer: string): Problem[] {
  if (block.type === 'section' && !block.text && !block.fields)
    return problem('missing required field: text', pointer);
  if (block.type === 'image' && !('image_url' in block) && !('slack_file' in block))
    return problem('missing required field: image_url', pointer);
  // docs.slack.dev/reference/block-kit/blocks/input-block
  if (block.type === 'input' && block.dispatch_action && block.element.type === 'file_input')
    return problem('`dispatch_action` is not supported with `file_input`', `${pointer}/element`);
  return [];
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
