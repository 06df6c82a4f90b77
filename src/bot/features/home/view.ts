import type { HomeView, KnownBlock } from '@slack/types';
import type { HomePart, Viewer } from '../../feature.ts';
import { explain } from '../../onboarding/explain.ts';
import { header, paragraph } from '../../slack/views/blocks.ts';
import { words } from './words.ts';

interface HomeContents {
  viewer: Viewer;
  /** Somebody's first visit. */
  isFirst: boolean;
  /** What holds up all requests. */
  trouble: Error | undefined;
  /** What the features have to show, in their order. */
  parts: readonly HomePart[];
}

/** How many blocks Slack takes in a view. */
const mostBlocks = 100;

/** App Home, with what this person may see and nothing else. */
export function homeView({ viewer, isFirst, trouble, parts }: HomeContents): HomeView {
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
