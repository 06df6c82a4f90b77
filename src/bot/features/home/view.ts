import type { HomeView, KnownBlock } from '@slack/types';
import type { HomePart, Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/outage.ts';
import { header, note, paragraph } from '../../slack/views/blocks.ts';
import type { PageDeps } from './deps.ts';
import { desk } from './desk/desk.ts';
import { say } from './messages.ts';

const mostBlocks = 100;
/** Minimum for the requests: headings, and the buttons that lead to hidden ones. */
const leastDesk = 15;

export async function homeView(viewer: Viewer, isFirst: boolean, deps: PageDeps): Promise<HomeView> {
  const [above, below] = [await partsOf(deps.above, viewer), await partsOf(deps.below, viewer)];
  const trouble = deps.ledger.outage();
  const buttons = [...above, ...below].flatMap((part) => part.buttons ?? []);
  const { role } = viewer;
  const { title, purpose, welcome, heldUp, moreThanShown, foot } = say();
  const end = note(foot(deps.version));
  const top: KnownBlock[] = [
    header(title),
    paragraph(isFirst ? welcome[role] : purpose[role]),
    ...(trouble ? [paragraph(heldUp(explain(trouble)))] : []),
    ...(buttons.length > 0 ? [{ type: 'actions' as const, elements: buttons }] : []),
  ];
  const first = [...top, ...blocksOf(above)];
  const last = [...blocksOf(below), ...[...above, ...below].flatMap(({ footer }) => footer ?? [])];
  const room = Math.max(mostBlocks - first.length - last.length - 1, leastDesk);
  const blocks = [...first, ...(await desk(viewer, room, deps)), ...last, end];
  if (blocks.length <= mostBlocks) return { type: 'home', blocks };
  return { type: 'home', blocks: [...blocks.slice(0, mostBlocks - 2), paragraph(moreThanShown), end] };
}

async function partsOf(features: PageDeps['above'], viewer: Viewer): Promise<HomePart[]> {
  const parts: HomePart[] = [];
  for (const { home } of features) parts.push((await home?.(viewer)) ?? {});
  return parts;
}

function blocksOf(parts: readonly HomePart[]): KnownBlock[] {
  return parts.flatMap((part) => part.blocks ?? []);
}

export function closedHome(refusal: string): HomeView {
  return { type: 'home', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: refusal } }] };
}

export async function memberBlocks(
  viewer: Viewer,
  { above, below }: Pick<PageDeps, 'above' | 'below'>,
): Promise<KnownBlock[]> {
  const blocks: KnownBlock[] = [];
  for (const { memberHome } of [...above, ...below]) blocks.push(...((await memberHome?.(viewer)) ?? []));
  return blocks;
}
