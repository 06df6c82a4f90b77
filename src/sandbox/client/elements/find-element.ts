import { type Interactive, interactiveIn } from '../../block-kit/interactive.ts';
import type { Scene } from '../../payloads/scene.ts';
import type { Place } from '../../verbs.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type Canvas, type Client, topView } from '../client.ts';
import { messageCanvas, visibleMessage } from '../messages/visible-message.ts';

export interface Spot {
  canvas: Canvas;
  scene: Scene;
  one: Interactive;
}

/** Finds an element that the person can use; among modals, only in the top one. */
export function findElement(
  workspace: Workspace,
  client: Client,
  wanted: { place: Place; blockId: string; actionId: string },
): Spot | undefined {
  const found = canvasAt(workspace, client, wanted.place);
  const one = interactiveIn(found?.canvas.blocks ?? []).find(
    ({ blockId, actionId }) => blockId === wanted.blockId && actionId === wanted.actionId,
  );
  return found && one && { ...found, one };
}

function canvasAt(workspace: Workspace, client: Client, place: Place): Omit<Spot, 'one'> | undefined {
  if (place.in === 'message') {
    const found = visibleMessage(workspace, client, place);
    const canvas = found && messageCanvas(client, found.message);
    return canvas && { canvas, scene: { in: 'message', ...found, canvas } };
  }
  const open = place.in === 'home' ? client.home : topView(client);
  if (!open || (place.in === 'view' && open.id !== place.viewId)) return undefined;
  return { canvas: open, scene: { in: 'view', open } };
}
