import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import type { FullSequence } from '../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../contract/sequence.ts';
import { currentLanguage } from '../../../language.ts';
import type { ButtonArgs } from '../../slack/incoming/listeners.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { alert, cut, header, listed, paragraph, plain } from '../../slack/views/blocks.ts';
import type { SequencesApi, SequencesDeps } from './deps.ts';
import { actions, pageIn, placeValue, views } from './fields.ts';
import { say } from './messages.ts';
import { pageOf, pagingRow } from './paging.ts';
import { showRead } from './show-read.ts';

const perPage = 40;

interface Shown {
  page?: number;
  said?: AlertBlock | undefined;
  details?: readonly string[];
}

export function listPage(all: readonly FullSequence[], shown: Shown): ModalView {
  const { said, details = [] } = shown;
  const { titles, list } = say();
  const part = pageOf(inOrder(all), shown.page ?? 0, perPage);
  const { previous, next } = list;
  return {
    type: 'modal',
    callback_id: views.list,
    title: plain(titles.list),
    close: plain(saySlack().close),
    blocks: [
      ...(said ? [said] : []),
      ...listed(details),
      paragraph(list.intro),
      topRow(),
      ...(all.length === 0 ? [paragraph(list.none)] : []),
      ...part.items.flatMap((one, at) => blocksOf(one, part.items[at - 1])),
      ...pagingRow(part, {
        back: { action_id: actions.previous, text: previous, value: String(part.page - 1) },
        on: { action_id: actions.next, text: next, value: String(part.page + 1) },
      }),
    ],
  };
}

function topRow(): KnownBlock {
  const { make, starters } = say().list;
  return {
    type: 'actions',
    elements: [
      { type: 'button', style: 'primary', action_id: actions.make, text: plain(make) },
      { type: 'button', action_id: actions.starters, text: plain(starters) },
    ],
  };
}

function inOrder(all: readonly FullSequence[]): FullSequence[] {
  const groups = [...SequenceKind.options, undefined];
  const byName = new Intl.Collator(currentLanguage()).compare;
  return groups.flatMap((group) =>
    all.filter((one) => groupOf(one) === group).sort((one, other) => byName(one.name, other.name)),
  );
}

/** Archived sequences of both kinds share a group. */
function groupOf({ kind, archived }: FullSequence): SequenceKind | undefined {
  return archived ? undefined : kind;
}

function blocksOf(one: FullSequence, before: FullSequence | undefined): KnownBlock[] {
  const { kinds, list } = say();
  const group = groupOf(one);
  const isFirst = before === undefined || groupOf(before) !== group;
  return [...(isFirst ? [header(group ? kinds[group] : list.archived)] : []), rowOf(one)];
}

function rowOf({ id, version: seen, name, kind, archived, tasks, in_use }: FullSequence) {
  const { kinds, list, summary, sequence } = say();
  const about = summary(tasks.length, in_use);
  const button: Button = {
    type: 'button',
    action_id: actions.show,
    text: plain(list.open),
    value: placeValue({ id, seen }),
    accessibility_label: cut(list.openOf(name), 75),
  };
  return {
    ...paragraph(list.line(name, archived ? sequence.about(kinds[kind], about) : about)),
    accessory: button,
  };
}

export function openList(deps: SequencesDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const page = pageIn(args.action.value);
    const read = async () => listPage(await deps.additions.sequences(), { page });
    await showRead(args, read, deps);
  };
}

/** The list, with a note that the requested sequence no longer exists. */
export async function goneList(api: Pick<SequencesApi, 'sequences'>): Promise<ModalView> {
  const said = alert('warning', say().list.gone);
  return listPage(await api.sequences(), { said });
}
