import type { AlertBlock, Block, Button, InputBlock, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Starter } from '../../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../../contract/sequence.ts';
import type { Offered } from '../../../menus.ts';
import { tickField } from '../../../slack/forms/field.ts';
import { Form } from '../../../slack/forms/form.ts';
import type { OpenView } from '../../../slack/incoming/origin.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { cut, header, listed, note, paragraph, plain } from '../../../slack/views/blocks.ts';
import { option, withTop } from '../../../slack/views/view.ts';
import { actions, views } from '../fields.ts';
import { say as saySequences } from '../messages.ts';
import { inDayOrder, taskLine } from '../task-line.ts';

const mostBoxes = 10;

const mostShown = 3 * mostBoxes;

/** Idempotency key: each starter is added once, even if the form is sent twice. */
export const StartersMetadata = z.object({ key: z.string() });
type StartersMetadata = z.infer<typeof StartersMetadata>;

/** Starters as checkboxes, with a button to see each one's tasks. */
export function startersPage(all: readonly Starter[], metadata: StartersMetadata): ModalView {
  const { titles, starters } = saySequences();
  const left = all.filter(({ added }) => added === null);
  return {
    type: 'modal',
    callback_id: views.starters,
    private_metadata: JSON.stringify(metadata),
    title: plain(titles.starters),
    ...(left.length > 0 && { submit: plain(starters.submit) }),
    close: plain(saySlack().cancel),
    blocks: [
      paragraph(introOf(all, left)),
      ...SequenceKind.options.flatMap((kind) =>
        kindBlocks(
          kind,
          all.filter((one) => one.kind === kind),
        ),
      ),
      backRow(),
    ],
  };
}

function introOf(all: readonly Starter[], left: readonly Starter[]): string {
  const { intro, none, all: allAdded } = saySequences().starters;
  if (all.length === 0) return none;
  return left.length === 0 ? allAdded : intro;
}

function backRow(): KnownBlock {
  const { all } = saySequences().sequence;
  return {
    type: 'actions',
    elements: [{ type: 'button', action_id: actions.open, text: plain(all) }],
  };
}

function kindBlocks(kind: SequenceKind, starters: readonly Starter[]): KnownBlock[] {
  const { kinds } = saySequences();
  if (starters.length === 0) return [];
  const shown = starters.slice(0, mostShown);
  const left = shown.filter(({ added }) => added === null);
  return [
    header(kinds[kind]),
    ...inTens(left).map((some, at) => boxes(some, { kind, at })),
    ...shown.map((one) => starterRow(one)),
  ];
}

function inTens<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / mostBoxes);
  return Array.from({ length: count }, (_, at) => items.slice(at * mostBoxes, (at + 1) * mostBoxes));
}

const boxIds = SequenceKind.options.flatMap((kind) =>
  Array.from({ length: mostShown / mostBoxes }, (_, at) => boxId(kind, at)),
);

function boxId(kind: SequenceKind, at: number): string {
  return `${kind}_${at}`;
}

function boxes(some: readonly Starter[], { kind, at }: { kind: SequenceKind; at: number }): InputBlock {
  const id = boxId(kind, at);
  const { starters, taskCount } = saySequences();
  const entries = some.map(({ key, name, tasks }) => option(name, key, taskCount(tasks.length)));
  const form = new Form(views.starters, { [id]: tickField({ label: starters.choose[kind], entries }) });
  return form.block(id, undefined, undefined);
}

/** For reading ticks, independent of the options shown. */
const tickedFields = new Form(
  views.starters,
  Object.fromEntries(boxIds.map((id) => [id, tickField({ label: id, entries: [] })])),
);

export function tickedIn(state: unknown): string[] {
  const values = tickedFields.read(state);
  return boxIds.flatMap((id) => values[id] ?? []);
}

export function firstBoxes({ blocks }: Pick<OpenView, 'blocks'>): string | undefined {
  return blocks.map(({ block_id = '' }) => block_id).find((id) => boxIds.includes(id));
}

export function stillTicked(open: OpenView, ticked: readonly string[], said: AlertBlock): ModalView {
  const page = withTop(open, [said]);
  return { ...page, blocks: page.blocks.map((block) => withTicks(block, ticked)) };
}

function withTicks(block: Block | KnownBlock, ticked: readonly string[]): Block | KnownBlock {
  if (!isInput(block) || block.element.type !== 'checkboxes') return block;
  const initial = block.element.options.filter(({ value = '' }) => ticked.includes(value));
  const element = { ...block.element, ...(initial.length > 0 && { initial_options: initial }) };
  return { ...block, element };
}

function isInput(block: Block | KnownBlock): block is InputBlock {
  return block.type === 'input';
}

function starterRow({ key, name, tasks, added }: Starter): KnownBlock {
  const { starters, taskCount } = saySequences();
  const about = starters.about(taskCount(tasks.length), added !== null);
  const look: Button = {
    type: 'button',
    action_id: actions.lookAtStarter,
    text: plain(starters.look),
    value: key,
    accessibility_label: cut(starters.lookAt(name), 75),
  };
  return { ...paragraph(starters.line(name, about)), accessory: look };
}

export function starterPage({ name, kind, tasks }: Starter, offered: Offered): ModalView {
  const { titles, kinds, taskCount, starters } = saySequences();
  const lines = inDayOrder({ tasks }).map(({ task }) => taskLine(task, kind, offered));
  return {
    type: 'modal',
    callback_id: views.starter,
    title: plain(titles.starter),
    close: plain(saySlack().back),
    blocks: [header(name), note(starters.ofKind(kinds[kind], taskCount(tasks.length))), ...listed(lines)],
  };
}
