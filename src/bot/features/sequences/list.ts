import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import type { FullSequence } from '../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../contract/sequence.ts';
import { currentLanguage } from '../../../language.ts';
import { modal } from '../../slack/modal.ts';
import { alert, header, listed, paragraph, row } from '../../slack/views/blocks.ts';
import { type Known, readSequences } from './changes.ts';
import { say } from './messages.ts';
import {
  family,
  ids,
  notReadPage,
  OfList,
  opens,
  pageOf,
  readingPage,
  type SequencesServices,
} from './windows.ts';

const perPage = 40;

interface Facts extends Known {
  /** Result of the previous step, at the top. */
  said?: AlertBlock;
  details?: readonly string[];
}

/** All sequences by kind, archived ones last. */
export const listWindow = modal({
  id: ids.list,
  family,
  role: 'hr',
  metadata: OfList,
  openers: ['previous', 'next'],
  waiting: readingPage,
  facts: ({ additions }: SequencesServices): Promise<Facts> => readSequences(additions),
  title: () => say().titles.list,
  open({ all = [], trouble, said, details = [] }, { page }) {
    const { list } = say();
    if (trouble) return notReadPage(trouble, opens.list(say().tryAgain));
    const part = pageOf(inOrder(all), page, perPage);
    return {
      above: [
        ...(said ? [said] : []),
        ...listed(details),
        paragraph(list.intro),
        ...row(
          { ...opens.make({ copied: null }, list.make), style: 'primary' },
          opens.starters(list.starters),
        ),
        ...(all.length === 0 ? [paragraph(list.none)] : []),
        ...part.items.flatMap((one, at) => blocksOf(one, part.items[at - 1])),
        ...part.ways(pageButton),
      ],
    };
  },
});

function pageButton(way: 'previous' | 'next', page: number): Button {
  return listWindow.opener(way)({ page }, { text: say().list[way] });
}

/** The list instead of a sequence that isn't there any more. */
export function goneList({ all }: Known): ModalView {
  return listWindow.view({ ...(all && { all }), said: alert('warning', say().list.gone) }, { page: 0 });
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
  const { kinds, list, summary, sequence } = say();
  const { id, name, kind, archived, tasks, in_use } = one;
  const group = groupOf(one);
  const isFirst = before === undefined || groupOf(before) !== group;
  const about = summary(tasks.length, in_use);
  const line = list.line(name, archived ? sequence.about(kinds[kind], about) : about);
  return [
    ...(isFirst ? [header(group ? kinds[group] : list.archived)] : []),
    { ...paragraph(line), accessory: opens.sequence({ id }, list.open, list.openOf(name)) },
  ];
}
