import type { ActionsBlock, AlertBlock, Button, KnownBlock, ModalView } from '@slack/types';
import { newReference } from '../../../../reference.ts';
import { explain } from '../../../onboarding/outage.ts';
import { outcomePage } from '../../../requests/result-views.ts';
import { say as saySlack } from '../../../slack/messages.ts';
import { alert, cut, listed, paragraph, plain } from '../../../slack/views/blocks.ts';
import { leftOutReasons, type SlackReading } from '../candidates.ts';
import { say as sayPeople } from '../messages.ts';

import { countOf, type Outcome, type Plan } from './run.ts';

export const importId = 'people_import_page';
/** Action id of the button that opens the import. */
export const importAction = 'people_import';

const mostNamed = 20;
const longestName = 100;

function importPage(blocks: readonly KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: importId,
    title: plain(sayPeople().title),
    close: plain(saySlack().close),
    blocks: [...blocks],
  };
}

export function readingPage(): ModalView {
  return importPage([paragraph(sayPeople().reading)]);
}

/** `isMore`: the user confirmed a smaller plan, which was not carried out. */
export function planPage({ plan, reading }: { plan: Plan; reading: SlackReading }, { isMore = false } = {}) {
  const { plan: said, isCut } = sayPeople();
  const { toAdd, toChange, unchanged, refused } = plan;
  const counts = { add: toAdd.length, change: toChange.length, stay: unchanged };
  const changes = toChange.map(({ person, fields }) => said.changed(nameOf(person), fields));
  const leftOut = leftOutReasons.flatMap((reason) => {
    const count = (reading.leftOut.get(reason) ?? 0) + (reason === 'notTaken' ? refused.length : 0);
    return count > 0 ? [said.leftOut(reason, count)] : [];
  });
  const toLookAt = [...refused.map(nameOf), ...reading.toLookAt.map((name) => cut(name, longestName))];
  const people = countOf(plan);
  return {
    ...importPage([
      ...(isMore ? [alert('warning', said.isMore)] : []),
      paragraph(said.summary(counts, leftOut)),
      ...named(said.toAdd, toAdd.map(nameOf)),
      ...named(said.toChange, changes),
      ...named(said.toLookAt, toLookAt),
      ...(reading.isCut ? [alert('warning', isCut)] : []),
    ]),
    ...(people > 0 && { submit: plain(said.submit) }),
    private_metadata: JSON.stringify({ form: newReference('F'), people }),
  } satisfies ModalView;
}

function named(label: string, names: readonly string[]): KnownBlock[] {
  if (names.length === 0) return [];
  const more = names.length - mostNamed;
  const lines = names.slice(0, mostNamed);
  return listed([label, ...lines, ...(more > 0 ? [sayPeople().plan.more(more)] : [])]);
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return cut(`${first_name} ${last_name}`, longestName);
}

export function workingPage(): ModalView {
  const { working } = sayPeople();
  return outcomePage(sayPeople().title, [paragraph(working)]);
}

export function donePage({ trouble, ...progress }: Outcome): ModalView {
  const { summary, stopped, tryAgain } = sayPeople().imported;
  const isWhole = !trouble && progress.remaining === 0;
  const blocks: KnownBlock[] = isWhole
    ? [alert('success', summary(progress))]
    : [
        alert('warning', stopped),
        ...(trouble ? [paragraph(explain(trouble))] : []),
        paragraph(summary(progress)),
        openRow(tryAgain),
      ];
  return { ...importPage(blocks), clear_on_close: true };
}

export function troublePage(why: AlertBlock): ModalView {
  return importPage([why, openRow(sayPeople().imported.tryAgain)]);
}

export function openRow(label: string): ActionsBlock {
  return { type: 'actions', elements: [opensImport(label)] };
}

export function opensImport(label: string): Button {
  return { type: 'button', action_id: importAction, text: plain(label) };
}
