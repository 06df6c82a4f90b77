import type { KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../../language.ts';
import type { Result } from '../../checks/check.ts';
import { cut, note, paragraph, plain } from '../../slack/views/blocks.ts';
import { words as slackWords } from '../../slack/words.ts';
import { actions, pageId } from './ids.ts';
import { words } from './words.ts';

/** The most results that are shown at length: Slack takes a hundred blocks. */
const most = 60;

/** What somebody has to know of a result, in words for people. */
interface Trouble {
  title: string;
  what: string;
  todo?: string | undefined;
}

/** While Slack and the service are asked. */
export function runningPage(language: Language): ModalView {
  return checkupPage([paragraph(words[language].running)], language);
}

export function failedPage(language: Language): ModalView {
  return checkupPage([paragraph(words[language].failed), againRow(language)], language);
}

/** In short: what is wrong at length, everything else by its name. */
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

/** What is the matter, and what to do, under its name: as it is, so that commands and variables can be copied. */
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
