import type { AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import type { FullSequence } from '../../../../contract/additions/sequences.ts';
import { SequenceKind } from '../../../../contract/sequence.ts';
import type { Language } from '../../../../language.ts';
import { cut, header, listed, paragraph, plain } from '../../../slack/views/blocks.ts';
import { words as slackWords } from '../../../slack/words.ts';
import { actions, placeValue, views } from '../ids.ts';
import { pageOf, pagingRow } from '../paging.ts';
import { words } from '../words.ts';

const perPage = 40;

interface Shown {
  language: Language;
  page?: number;
  /** Shown at the top: result of the previous step. */
  said?: AlertBlock | undefined;
  details?: readonly string[];
}

/** List of all sequences: grouped by kind, archived ones last. */
export function listPage(all: readonly FullSequence[], shown: Shown): ModalView {
  const { language, said, details = [] } = shown;
  const { titles, list } = words[language];
  const part = pageOf(inOrder(all, language), shown.page ?? 0, perPage);
  const { previous, next } = list;
  return {
    type: 'modal',
    callback_id: views.list,
    title: plain(titles.list),
    close: plain(slackWords[language].close),
    blocks: [
      ...(said ? [said] : []),
      ...listed(details),
      paragraph(list.intro),
      topRow(language),
      ...(all.length === 0 ? [paragraph(list.none)] : []),
      ...part.items.flatMap((one, at) => blocksOf(one, part.items[at - 1], language)),
      ...pagingRow(part, {
        back: { action_id: actions.previous, text: previous, value: String(part.page - 1) },
        on: { action_id: actions.next, text: next, value: String(part.page + 1) },
      }),
    ],
  };
}

function topRow(language: Language): KnownBlock {
  const { make, starters } = words[language].list;
  return {
    type: 'actions',
    elements: [
      { type: 'button', style: 'primary', action_id: actions.make, text: plain(make) },
      { type: 'button', action_id: actions.starters, text: plain(starters) },
    ],
  };
}

function inOrder(all: readonly FullSequence[], language: Language): FullSequence[] {
  const groups = [...SequenceKind.options, undefined];
  const byName = new Intl.Collator(language).compare;
  return groups.flatMap((group) =>
    all.filter((one) => groupOf(one) === group).sort((one, other) => byName(one.name, other.name)),
  );
}

/** Archived sequences of both kinds share a group. */
function groupOf({ kind, archived }: FullSequence): SequenceKind | undefined {
  return archived ? undefined : kind;
}

function blocksOf(one: FullSequence, before: FullSequence | undefined, language: Language): KnownBlock[] {
  const { kinds, list } = words[language];
  const group = groupOf(one);
  const isFirst = before === undefined || groupOf(before) !== group;
  return [...(isFirst ? [header(group ? kinds[group] : list.archived)] : []), rowOf(one, language)];
}

function rowOf({ id, version: seen, name, kind, archived, tasks, in_use }: FullSequence, language: Language) {
  const { kinds, list, summary, sequence } = words[language];
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
