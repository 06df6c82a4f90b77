import type { HomeView, KnownBlock, ModalView, Option, OptionGroup } from '@slack/types';
import { blocksOf, option, optionGroup, plainText } from './blocks.ts';
import {
  allOf,
  boolean,
  byType,
  type Check,
  isObject,
  list,
  object,
  type Problem,
  problem,
  string,
} from './check.ts';
import { brokenRules } from './rules.ts';

/**
 * Leaves out nulls, which Slack reads as absent, and writes defaults out, as it stores and returns them: `emoji` of
 * plain text, `verbatim` of mrkdwn, `optional` and `dispatch_action` of inputs.
 */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isObject(value)) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([key, field]) => [key, normalized(field)]);
  return { ...defaults(value), ...Object.fromEntries(fields) };
}

function defaults({ type, text, element }: Record<string, unknown>): object {
  if (type === 'plain_text' && typeof text === 'string') return { emoji: true };
  if (type === 'mrkdwn' && typeof text === 'string') return { verbatim: false };
  if (type === 'input' && isObject(element)) return { optional: false, dispatch_action: false };
  return {};
}

type Read<T> = { read: T } | { problems: Problem[] };

/** Reads what passes the check and then the rules. The check has to prove the type: TypeScript can't follow it. */
function read<T>(value: unknown, at: string, check: Check, rules: (read: T) => Problem[]): Read<T> {
  const problems = check(value, at);
  if (problems.length > 0) return { problems };
  const found = normalized(value) as T;
  const broken = rules(found);
  return broken.length > 0 ? { problems: broken } : { read: found };
}

const messageBlocks = blocksOf('message');

export function readMessageBlocks(value: unknown): Read<KnownBlock[]> {
  return read(value, '/blocks', messageBlocks, (blocks: KnownBlock[]) => brokenRules(blocks, '/blocks'));
}

export type AppView = (Omit<ModalView, 'blocks'> | Omit<HomeView, 'blocks'>) & { blocks: KnownBlock[] };

const common = {
  private_metadata: string({ max: 3000 }),
  callback_id: string({ max: 255 }),
};

const modal = object(
  { title: plainText({ max: 24 }), blocks: blocksOf('modal') },
  {
    ...common,
    submit: plainText({ max: 24 }),
    close: plainText({ max: 24 }),
    clear_on_close: boolean,
    notify_on_close: boolean,
  },
);

const home = object({ blocks: blocksOf('home') }, common);

/** docs.slack.dev/reference/views: `views.publish` takes Home tabs, the other methods take modals. */
const kinds: Record<'modal' | 'home', Check> = {
  modal: allOf(byType({ modal })),
  home: allOf(byType({ home })),
};

export function readView(value: unknown, kind: 'modal' | 'home'): Read<AppView> {
  const rules = (view: AppView) => [...brokenRules(view.blocks, '/view/blocks'), ...submitMissing(view)];
  return read(value, '/view', kinds[kind], rules);
}

/** Whether a view exceeds Slack's limit of 250 kB. */
export function isTooLarge(json: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(json ?? null)) > 250_000;
}

function submitMissing(view: AppView): Problem[] {
  if (view.type !== 'modal' || view.submit) return [];
  const index = view.blocks.findIndex((block) => block.type === 'input');
  if (index < 0) return [];
  return problem('must define `submit` to use an `input` block in modals', `/view/blocks/${index}/input`);
}

const ofOptions = object({ options: list(option, { max: 100 }) });
const ofGroups = object({ option_groups: list(optionGroup, { max: 100 }) });

/** Parses an app's answer to `block_suggestion`: up to 100 options, or up to 100 groups of up to 100 options. */
export function readSuggestions(body: unknown): Read<{ options?: Option[]; option_groups?: OptionGroup[] }> {
  const isGrouped = isObject(body) && body.option_groups !== undefined;
  return read(body, '', isGrouped ? ofGroups : ofOptions, () => []);
}
