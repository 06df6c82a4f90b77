import type { KnownBlock, ModalView } from '@slack/types';
import type { OpenView } from './origin.ts';

/** The parts of an open view that Slack takes back in an update, with blocks on top in the place of earlier alerts. */
export function withTop(open: OpenView, top: readonly KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: open.callback_id,
    private_metadata: open.private_metadata,
    title: open.title,
    ...(open.submit && { submit: open.submit }),
    ...(open.close && { close: open.close }),
    blocks: [...top, ...open.blocks.filter((block) => block.type !== 'alert')],
  };
}
