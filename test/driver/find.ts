import type { KnownBlock } from '@slack/types';
import { interactiveIn } from '../../src/sandbox/block-kit/interactive.ts';
import type { Screen } from '../../src/sandbox/screen.ts';
import type { Place } from '../../src/sandbox/verbs.ts';
import type { Workspace } from '../../src/sandbox/workspace/workspace.ts';
import { type Labelled, labelledIn } from './read-blocks.ts';

/** Element and its place, as verbs name them. */
interface Target {
  place: Place;
  blockId: string;
  actionId: string;
}

/** Field with this label: in the top modal, or in Home when no modal is open. */
export function findField(screen: Screen, label: string): { target: Target; one: Labelled } | undefined {
  const open = screen.views.at(-1) ?? screen.home;
  const one = labelledIn(open?.blocks ?? []).find((field) => field.label === label);
  if (!open || !one) return undefined;
  const place: Place = open.type === 'home' ? { in: 'home' } : { in: 'view', viewId: open.id };
  return { target: { place, blockId: one.blockId, actionId: one.actionId }, one };
}

/** Button with this text: in the top modal; when none is open in Home, then in the newest message that has it. */
export function findButton(screen: Screen, text: string): Target | undefined {
  return inSight(screen)
    .flatMap(({ place, blocks }) => interactiveIn(blocks).map((one) => ({ place, one })))
    .filter(({ one }) => one.element.type === 'button' && one.element.text.text === text)
    .map(({ place, one: { blockId, actionId } }) => ({ place, blockId, actionId }))[0];
}

function inSight({ views, home, channels, app }: Screen): { place: Place; blocks: KnownBlock[] }[] {
  const top = views.at(-1);
  if (top) return [{ place: { in: 'view', viewId: top.id }, blocks: top.blocks }];
  const messages = [app, ...channels]
    .flatMap(({ id, messages }) => messages.map((message) => ({ channel: id, ...message })))
    .sort((a, b) => b.ts.localeCompare(a.ts))
    .map(({ channel, ts, blocks }) => ({ place: { in: 'message' as const, channel, ts }, blocks }));
  return [...(home ? [{ place: { in: 'home' as const }, blocks: home.blocks }] : []), ...messages];
}

/** Channel by id or name; the person's conversation with the app by default. Throws for others. */
export function channelId(workspace: Workspace, personId: string, wanted?: string): string {
  if (wanted === undefined) return workspace.direct(personId).id;
  const found = [...workspace.channels.values()].find(({ id, name }) => id === wanted || name === wanted);
  if (!found) throw new Error(`there is no channel ${wanted}`);
  return found.id;
}
