import type { KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Result } from '../../checks/check.ts';
import { cut, note, paragraph, plain } from '../../slack/views/blocks.ts';
import { words as slackWords } from '../../slack/words.ts';
import { actions, pageId } from './ids.ts';
import { words } from './words.ts';

/** The most results shown in detail: Slack allows 100 blocks in a modal. */
const most = 60;

interface Trouble {
  title: string;
  what: string;
  todo?: string | undefined;
}

/** Shown while the checks run. */
export function runningPage(language: Language): ModalView {
  return checkupPage([paragraph(words[language].running)], language);
}

export function failedPage(language: Language): ModalView {
  return checkupPage([paragraph(words[language].failed), againRow(language)], language);
}

/** Problems and warnings in detail, all other checks by name. */
export function resultsPage(results: readonly Result[], language: Language): ModalView {
  const { summary, states, headline, fine, unchecked } = words[language];
  const of = (state: Result['state']) => results.filter((result) => result.state === state);
  const titles = (some: readonly Result[]) => [...new Set(some.map(({ title }) => title(language)))];
  const [failures, warnings] = [of('failure'), of('warning')];
  const shown = [...failures, ...warnings].slice(0, most).map((result) => {
    const state = states[result.state === 'failure' ? 'failure' : 'warning'];
    return troubleBlock({ ...result.say(language), title: headline(state, result.title(language)) });
  });
  return checkupPage(
    [
      paragraph(summary(failures.length, warnings.length)),
      ...shown,
      ...(of('unchecked').length > 0 ? [note(unchecked(titles(of('unchecked'))))] : []),
      ...(of('ok').length > 0 ? [note(fine(titles(of('ok'))))] : []),
      againRow(language),
    ],
    language,
  );
}

/** One problem: title, description and remedy. Unformatted, so that commands and variables can be copied. */
export function troubleBlock({ title, what, todo }: Trouble): KnownBlock {
  return paragraph(cut([title, what, ...(todo === undefined ? [] : [todo])].join('\n'), 1_500));
}

function againRow(language: Language): KnownBlock {
  const text = plain(words[language].again);
  return { type: 'actions', elements: [{ type: 'button', action_id: actions.open, text }] };
}

function checkupPage(blocks: readonly KnownBlock[], language: Language): ModalView {
  return {
    type: 'modal',
    callback_id: pageId,
    title: plain(words[language].title),
    close: plain(slackWords[language].close),
    blocks: [...blocks],
  };
}
