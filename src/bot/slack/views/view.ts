import type { Block, KnownBlock, ModalView } from '@slack/types';
import type { OpenView } from '../incoming/origin.ts';

/** Prefix of the block ids of advice about a field: such alerts stay when those at the top are replaced. */
export const adviceId = 'advice';

/** Copies an open view, as an update needs it, with other blocks. */
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

/** The open view with new blocks on top; replaces earlier alerts there. */
export function withTop(open: OpenView, top: readonly KnownBlock[]): ModalView {
  const isTopAlert = ({ type, block_id }: Block) => type === 'alert' && !block_id?.startsWith(adviceId);
  return withBlocks(open, [...top, ...open.blocks.filter((block) => !isTopAlert(block))]);
}

/**
 * Block id of a field. If a preset changes while the form is open, the field gets a new id, since Slack keeps the
 * input of a known id: the field's name, a colon and a suffix.
 */
export function blockIdOf(open: Pick<OpenView, 'blocks'>, field: string): string {
  const ids = open.blocks.map((block) => block.block_id ?? '');
  return ids.find((id) => isBlockOf(id, field)) ?? field;
}

/** Whether a block belongs to the field. */
export function isBlockOf(blockId: string, field: string): boolean {
  return blockId === field || blockId.startsWith(`${field}:`);
}

/** Converts errors by field into errors by block id, for Slack. */
export function atBlocks(open: Pick<OpenView, 'blocks'>, errors: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentence]) => [blockIdOf(open, field), sentence]),
  );
}

/** Id of the lowest window of the stack. When all are closed at once, Slack reports only that one. */
export function rootOf({ id, root_view_id: root }: Pick<OpenView, 'id' | 'root_view_id'>): string {
  return root ?? id;
}

/** Whether another window fits above: Slack shows three (docs.slack.dev/surfaces/modals). */
export function hasRoomAbove({ previous_view_id: below, root_view_id: root }: OpenView): boolean {
  return !below || below === root;
}
