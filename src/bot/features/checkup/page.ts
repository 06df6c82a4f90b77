import type { KnownBlock, ModalView } from '@slack/types';
import type { Result } from '../../checks/check.ts';
import { say as saySlack } from '../../slack/messages.ts';
import { cut, note, paragraph, plain } from '../../slack/views/blocks.ts';
import { actions, pageId } from './ids.ts';
import { say } from './messages.ts';

/** The most results shown in detail: Slack allows 100 blocks in a modal. */
const most = 60;

interface Trouble {
  title: string;
  what: string;
  todo?: string | undefined;
}

/** Shown while the checks run. */
export function runningPage(): ModalView {
  return checkupPage([paragraph(say().running)]);
}

export function failedPage(): ModalView {
  return checkupPage([paragraph(say().failed), againRow()]);
}

/** Problems and warnings in detail, all other checks by name. */
export function resultsPage(results: readonly Result[]): ModalView {
  const { summary, states, headline, fine, unchecked } = say();
  const of = (state: Result['state']) => results.filter((result) => result.state === state);
  const titles = (some: readonly Result[]) => [...new Set(some.map(({ title }) => title()))];
  const [failures, warnings] = [of('failure'), of('warning')];
  const shown = [...failures, ...warnings].slice(0, most).map((result) => {
    const state = states[result.state === 'failure' ? 'failure' : 'warning'];
    return troubleBlock({ ...result.say(), title: headline(state, result.title()) });
  });
  return checkupPage([
    paragraph(summary(failures.length, warnings.length)),
    ...shown,
    ...(of('unchecked').length > 0 ? [note(unchecked(titles(of('unchecked'))))] : []),
    ...(of('ok').length > 0 ? [note(fine(titles(of('ok'))))] : []),
    againRow(),
  ]);
}

/** One problem: title, description and remedy. Unformatted, so that commands and variables can be copied. */
export function troubleBlock({ title, what, todo }: Trouble): KnownBlock {
  return paragraph(cut([title, what, ...(todo === undefined ? [] : [todo])].join('\n'), 1_500));
}

function againRow(): KnownBlock {
  const text = plain(say().again);
  return { type: 'actions', elements: [{ type: 'button', action_id: actions.open, text }] };
}

function checkupPage(blocks: readonly KnownBlock[]): ModalView {
  return {
    type: 'modal',
    callback_id: pageId,
    title: plain(say().title),
    close: plain(saySlack().close),
    blocks: [...blocks],
  };
}
