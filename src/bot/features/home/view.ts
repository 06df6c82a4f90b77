import type { HomeView, KnownBlock } from '@slack/types';
import type { Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/explain.ts';
import { header, paragraph } from '../../slack/views/blocks.ts';
import type { PageDeps } from './deps.ts';
import { homePart } from './home-blocks.ts';
import { words } from './words.ts';

/** How many blocks Slack takes in a view. */
const mostBlocks = 100;

/** App Home, with what this person may see and nothing else. @throws what the database throws */
export async function homeView(viewer: Viewer, isFirst: boolean, deps: PageDeps): Promise<HomeView> {
  const parts = [];
  const own = { home: (one: Viewer) => homePart(one, deps) };
  for (const { home } of [...deps.above, own, ...deps.below]) parts.push((await home?.(viewer)) ?? {});
  const trouble = deps.ledger.outage();
  const buttons = parts.flatMap((part) => part.buttons ?? []);
  const { language, role } = viewer;
  const { title, purpose, welcome, heldUp } = words[language];
  const blocks: KnownBlock[] = [
    header(title),
    paragraph(isFirst ? welcome[role] : purpose),
    ...(trouble ? [paragraph(heldUp(explain(trouble, language)))] : []),
    ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
    ...parts.flatMap((part) => part.blocks ?? []),
  ];
  return { type: 'home', blocks: blocks.slice(0, mostBlocks) };
}

/** For those who may nothing: whom to ask. @param refusal in mrkdwn */
export function closedHome(refusal: string): HomeView {
  return { type: 'home', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: refusal } }] };
}
