import type { Block, KnownBlock, ModalView } from '@slack/types';
import type { OpenView } from '../incoming/origin.ts';

/** Block ids that begin so belong to advice about a field: it stays while alerts at the top come and go. */
export const adviceId = 'advice';

/** The parts of an open view that Slack takes back in an update, with other blocks. */
export function withBlocks(open: OpenView, blocks: readonly (Block | KnownBlock)[]): ModalView {
  return {
    type: 'modal',
    callback_id: open.callback_id,
    private_metadata: open.private_metadata,
    title: open.title,
    ...(open.submit && { submit: open.submit }),
    ...(open.close && { close: open.close }),
    ...(open.clear_on_close && { clear_on_close: true }),
    ...(open.notify_on_close && { notify_on_close: true }),
    blocks: [...blocks],
  };
}

/** The open view with blocks on top, in the place of earlier alerts there. */
export function withTop(open: OpenView, top: readonly KnownBlock[]): ModalView {
  const isTopAlert = ({ type, block_id }: Block) => type === 'alert' && !block_id?.startsWith(adviceId);
  return withBlocks(open, [...top, ...open.blocks.filter((block) => !isTopAlert(block))]);
}

/**
 * The id of a field's block. A field whose preset value has to be replaced while the form is open gets a new id,
 * since Slack keeps what stands under an old one: the field's name, a colon, and what tells the ids apart.
 */
export function blockIdOf(open: Pick<OpenView, 'blocks'>, field: string): string {
  const ids = open.blocks.map((block) => block.block_id ?? '');
  return ids.find((id) => isBlockOf(id, field)) ?? field;
}

/** Whether a block's id is that of the field. */
export function isBlockOf(blockId: string, field: string): boolean {
  return blockId === field || blockId.startsWith(`${field}:`);
}

/** Sentences by field, as sentences by block: what Slack wants as errors. */
export function atBlocks(open: Pick<OpenView, 'blocks'>, errors: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentence]) => [blockIdOf(open, field), sentence]),
  );
}

/** The id of the lowest window below one, or its own: closing all of them tells of that one alone. */
export function rootOf({ id, root_view_id: root }: Pick<OpenView, 'id' | 'root_view_id'>): string {
  return root ?? id;
}

/** Whether there is room for another window above it: Slack shows three (docs.slack.dev/surfaces/modals). */
export function hasRoomAbove({ previous_view_id: below, root_view_id: root }: OpenView): boolean {
  return !below || below === root;
}
