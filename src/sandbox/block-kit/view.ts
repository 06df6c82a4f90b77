import type { HomeView, KnownBlock, ModalView } from '@slack/types';
import { blocksOf } from './blocks.ts';
import { allOf, boolean, byType, type Check, object, type Problem, problem, string } from './check.ts';
import { normalized, withoutNulls } from './normalized.ts';
import { plainText } from './objects.ts';
import { brokenRules } from './rules.ts';

export type AppView = (Omit<ModalView, 'blocks'> | Omit<HomeView, 'blocks'>) & { blocks: KnownBlock[] };

const common = {
  private_metadata: string({ max: 3000 }),
  callback_id: string({ max: 255 }),
  external_id: string({ max: 255 }),
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

/** Parses a view for this surface, or returns everything that is wrong with it. */
export function readView(
  value: unknown,
  kind: 'modal' | 'home',
): { view: AppView } | { problems: Problem[] } {
  const problems = kinds[kind](value, '/view');
  if (problems.length > 0) return { problems };
  // The checks above prove this type, but TypeScript can't follow them.
  const view = withoutNulls(value) as AppView;
  view.blocks = normalized(view.blocks) as KnownBlock[];
  const broken = [...brokenRules(view.blocks, '/view/blocks'), ...submitMissing(view)];
  return broken.length > 0 ? { problems: broken } : { view };
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
