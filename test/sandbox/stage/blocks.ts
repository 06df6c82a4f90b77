import type { ModalView } from '@slack/types';

export const long = (length: number) => 'x'.repeat(length);

export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

export const plain = (text: string) => ({ type: 'plain_text' as const, text });

export const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text });

export const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

export const options = (count: number) => many(count, (index) => option(`Option ${index}`));

export const section = (text = 'Text') => ({ type: 'section' as const, text: plain(text) });

export const actions = (...elements: object[]) => ({ type: 'actions', block_id: 'a', elements });

export const button = (more: object = {}) => ({
  type: 'button',
  action_id: 'go',
  text: plain('Go'),
  ...more,
});

export const richText = (...pieces: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: pieces }],
});

/** Input block for an element, or for its type. Its block and action ids are the label in lower case. */
export function input(label: string, element: string | object = 'plain_text_input', more: object = {}) {
  const id = label.toLowerCase().replaceAll(' ', '_');
  const given = typeof element === 'string' ? { type: element } : element;
  return { type: 'input', block_id: id, label: plain(label), element: { action_id: id, ...given }, ...more };
}

type Modal = Record<string, unknown> & Pick<ModalView, 'type'>;

export function modal(blocks: unknown, more: object = {}): Modal {
  return { type: 'modal', title: plain('Title'), submit: plain('Send'), blocks, ...more };
}

export const home = (...blocks: object[]) => ({ type: 'home', blocks });

/** Element in a view, as verbs name it. */
export const inView = (viewId: string, blockId: string, actionId = blockId) => ({
  place: { in: 'view' as const, viewId },
  blockId,
  actionId,
});

/** Element in a message, as verbs name it. */
export const inMessage = (channel: string, ts: string, blockId: string, actionId: string) => ({
  place: { in: 'message' as const, channel, ts },
  blockId,
  actionId,
});
