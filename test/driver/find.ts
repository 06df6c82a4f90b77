import type { KnownBlock } from '@slack/types';
import { interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import type { Place, Screen } from '../../src/sandbox/screen.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';
import { type Labelled, labelledIn, textsIn } from './seen.ts';

interface Target {
  place: Place;
  blockId: string;
  actionId: string;
}

export function findField(screen: Screen, label: string): { target: Target; one: Labelled } | undefined {
  const open = screen.views.at(-1) ?? screen.home;
  const one = labelledIn(open?.blocks ?? []).find((field) => field.label === label);
  if (!open || !one) return undefined;
  const place: Place = open.type === 'home' ? { in: 'home' } : { in: 'view', viewId: open.id };
  return { target: { place, blockId: one.blockId, actionId: one.actionId }, one };
}

/** Button with this text: in the top modal; when none is open in Home, then in the newest message that has it. */
export function findButton(screen: Screen, text: string): Target | undefined {
  return targets(
    inSight(screen),
    ({ element }) => element.type === 'button' && element.text.text === text,
  )[0];
}

/** Buttons with this accessibility label: in the top modal, or in Home when no modal is open. */
export function findSpoken(screen: Screen, spoken: string): Target[] {
  return targets(
    inSight(screen).slice(0, 1),
    ({ element }) => element.type === 'button' && element.accessibility_label === spoken,
  );
}

export function findBeside(screen: Screen, line: string): Target | undefined {
  return targets(
    inSight(screen).slice(0, 1),
    ({ block }) => block.type === 'section' && textsIn([block]).some((text) => text.startsWith(line)),
  )[0];
}

function targets(shown: Shown[], isWanted: (one: Interactive) => boolean): Target[] {
  return shown.flatMap(({ place, blocks }) =>
    interactiveIn(blocks)
      .filter(isWanted)
      .map(({ blockId, actionId }) => ({ place, blockId, actionId })),
  );
}

interface Shown {
  place: Place;
  blocks: KnownBlock[];
}
type Interactive = ReturnType<typeof interactiveIn>[number];

function inSight({ views, home, channels, app }: Screen): Shown[] {
  const top = views.at(-1);
  if (top) return [{ place: { in: 'view', viewId: top.id }, blocks: top.blocks }];
  const messages = [app, ...channels]
    .flatMap(({ id, messages }) => messages.map((message) => ({ channel: id, ...message })))
    .sort((a, b) => b.ts.localeCompare(a.ts))
    .map(({ channel, ts, blocks }) => ({ place: { in: 'message' as const, channel, ts }, blocks }));
  return [...(home ? [{ place: { in: 'home' as const }, blocks: home.blocks }] : []), ...messages];
}

export function channelId(workspace: Workspace, personId: string, wanted?: string): string {
  if (wanted === undefined) return workspace.direct(personId).id;
  const found = [...workspace.channels.values()].find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new Error(`there is no channel ${wanted}`);
  return found.id;
}
