import type { Block, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { OpenView } from '../incoming/arrival.ts';
import { say } from '../messages.ts';
import { cut, plain, printable } from './blocks.ts';

/** Prefix of the ids of alerts about a field: they stay when those at the top are replaced. */
export const adviceId = 'advice';

export function page(title: string, blocks: readonly KnownBlock[]): ModalView {
  return { type: 'modal', title: plain(title, 24), close: plain(say().close), blocks: [...blocks] };
}

type Carrying = OpenView | ModalView;

/** Values that a window brings back with each action and submission. Features read and write them by `modal()`. */
export function carriedBy(view: Carrying): object {
  return Object(JSON.parse(view.private_metadata || '{}'));
}

export function carrying(values: object) {
  return { private_metadata: JSON.stringify(values) };
}

/** The open view with these blocks on top, in place of earlier alerts there. */
export function withTop(open: OpenView, top: readonly KnownBlock[]): ModalView {
  const isTopAlert = ({ type, block_id }: Block) => type === 'alert' && !block_id?.startsWith(adviceId);
  return {
    type: 'modal',
    callback_id: open.callback_id,
    ...carrying(carriedBy(open)),
    title: open.title,
    ...(open.submit && { submit: open.submit }),
    ...(open.close && { close: open.close }),
    ...(open.clear_on_close && { clear_on_close: true }),
    ...(open.notify_on_close && { notify_on_close: true }),
    blocks: [...top, ...open.blocks.filter((block) => !isTopAlert(block))],
  };
}

/** Prefix of the ids of the blocks that stay at the top until others replace them. */
const topId = 'top';

export function atTop(blocks: readonly KnownBlock[]): KnownBlock[] {
  return blocks.map((block, at) => ({ block_id: `${topId}${at}`, ...block }));
}

export function topOf({ blocks }: OpenView): KnownBlock[] {
  // Made by `atTop`.
  return blocks.filter(({ block_id = '' }) => block_id.startsWith(topId)) as KnownBlock[];
}

/**
 * Gives the fields the ids that they have in the open window: Slack keeps the input of a known id. `renewed` get new
 * ones, and show their values.
 */
export function inPlace(
  view: ModalView,
  open: OpenView,
  renewed: readonly string[] = [],
  stamp = '',
): ModalView {
  const blocks = view.blocks.map((block) => {
    const { type, block_id: id = '' } = block;
    if (type !== 'input' || id.includes(':')) return block;
    return { ...block, block_id: renewed.includes(id) ? `${id}:${stamp}` : blockIdOf(open, id) };
  });
  return { ...view, blocks };
}

/** Parts of blocks by which a person sees a difference. Slack adds others, such as ids. */
const seen = ['type', 'text', 'level', 'elements', 'accessory', 'action_id', 'value', 'url', 'options'];

/** Outline of a window, equal for two views that look alike: Slack keeps the input in fields whose ids stay. */
export function outlineOf(view: Carrying): string {
  const carried = Object.entries(carriedBy(view)).toSorted();
  const shown = view.blocks.map((block) =>
    block.type === 'input' ? block.block_id : JSON.stringify(block, seen),
  );
  return JSON.stringify([carried, shown]);
}

/**
 * Finds the field's current block id: a field whose preset changes while the form is open gets a new one
 * (name, colon, suffix), since Slack keeps the input of a known id.
 */
export function blockIdOf(open: Pick<OpenView, 'blocks'>, field: string): string {
  const ids = open.blocks.map((block) => block.block_id ?? '');
  return ids.find((id) => isBlockOf(id, field)) ?? field;
}

export function isBlockOf(blockId: string, field: string): boolean {
  return blockId === field || blockId.startsWith(`${field}:`);
}

/** Id of the lowest window of the stack. When all are closed at once, Slack reports only that one. */
export function rootOf({ id, root_view_id: root }: Pick<OpenView, 'id' | 'root_view_id'>): string {
  return root ?? id;
}

/** Whether another window fits above: Slack shows three (docs.slack.dev/surfaces/modals). */
export function hasRoomAbove({ previous_view_id: below, root_view_id: root }: OpenView): boolean {
  return !below || below === root;
}

/** Entry of a menu. Forms keep the whole entry, since Slack requires initial options to match text and value. */
export type Entry = PlainTextOption & { value: string };

/** Cut to Slack's limits: Slack refuses longer entries. The value stays within the limit of every client. */
export function option(text: string, value: string, description?: string): Entry {
  return {
    text: plain(text || ' ', 75),
    value: cut(value, 75),
    ...(description && { description: plain(description, 75) }),
  };
}

export function labelOf({ text }: Entry): string {
  return text.text;
}

/** Value of the entry that a menu offers while its entries are unavailable; refused on submission. */
export const unavailable = '__unavailable__';

const Chosen = z
  .object({ value: z.string(), text: z.object({ text: z.string() }) })
  .transform(({ value, text }) => option(text.text, value));

/** docs.slack.dev/reference/objects/file-object */
const SlackFile = z
  .object({
    name: z.string().nullish(),
    /** In bytes. */
    size: z.number().nullish(),
    /** Missing for files of another workspace. */
    url_private_download: z.string().nullish(),
  })
  .transform(({ name, size, url_private_download: address }) => ({
    ...{ name: name ?? '', size: size ?? undefined, address: address ?? undefined },
  }));

const ElementState = z.object({
  value: z.string().nullish(),
  selected_date: z.string().nullish(),
  selected_option: Chosen.nullish(),
  selected_options: z.array(Chosen).nullish(),
  selected_users: z.array(z.string()).nullish(),
  selected_conversation: z.string().nullish(),
  selected_conversations: z.array(z.string()).nullish(),
  files: z.array(SlackFile).nullish(),
});

const FormState = z.record(z.string(), z.record(z.string(), ElementState));

export type FormReader = ReturnType<typeof readForm>;

/** Throws ZodError if it isn't a form's state. */
export function readForm(values: unknown) {
  const state = FormState.parse(values);

  function elementOf(id: string) {
    const blockId = Object.keys(state).find((key) => isBlockOf(key, id));
    return Object.values(state[blockId ?? id] ?? {})[0];
  }

  return {
    text(id: string): string | undefined {
      const element = elementOf(id);
      return printable(element?.value ?? element?.selected_date ?? '').trim() || undefined;
    },
    /** With the space around it, such as the tabs of empty cells. */
    untrimmed(id: string): string | undefined {
      const text = printable(elementOf(id)?.value ?? '');
      return text.trim() === '' ? undefined : text;
    },
    file: (id: string) => elementOf(id)?.files?.[0],
    choice: (id: string) => elementOf(id)?.selected_option ?? undefined,
    choices: (id: string) => elementOf(id)?.selected_options ?? [],
    ids(id: string): string[] {
      const { selected_users, selected_conversations, selected_conversation: one } = elementOf(id) ?? {};
      return selected_users ?? selected_conversations ?? (one ? [one] : []);
    },
  };
}
