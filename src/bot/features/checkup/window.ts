import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Bot } from '../../bot.ts';
import type { Result } from '../../health/check.ts';
import { modal, page } from '../../slack/modal.ts';
import { cut, note, paragraph } from '../../slack/views/blocks.ts';
import { say } from './messages.ts';

/** Results shown in detail: Slack takes 100 blocks in a window. */
const most = 60;

/** Runs the checks while the window is open; "Check again" runs them again in the same window. */
export const checkupWindow = modal({
  id: 'checkup',
  role: 'hr',
  metadata: z.object({}),
  waiting: () => page(say().title, [paragraph(say().running)]),
  async facts({ checkup, log }: Bot) {
    try {
      return { results: await checkup() };
    } catch (err) {
      log.warn({ err }, 'the connection could not be checked');
      return page(say().title, [paragraph(say().failed), againRow()]);
    }
  },
  title: () => say().title,
  open: ({ results }) => ({ above: resultBlocks(results), below: [againRow()] }),
});

function resultBlocks(results: readonly Result[]): KnownBlock[] {
  const { summary, states, headline, fine, unchecked } = say();
  const inState = (state: Result['state']) => results.filter((result) => result.state === state);
  const titles = (some: readonly Result[]) => [...new Set(some.map(({ title }) => title()))];
  const [failures, warnings] = [inState('failure'), inState('warning')];
  const shown = [...failures, ...warnings].slice(0, most).map((result) => {
    const state = states[result.state === 'failure' ? 'failure' : 'warning'];
    return troubleBlock({ ...result.say(), title: headline(state, result.title()) });
  });
  const named = (line: (titles: readonly string[]) => string, some: readonly Result[]) =>
    some.length > 0 ? [note(line(titles(some)))] : [];
  return [
    paragraph(summary(failures.length, warnings.length)),
    ...shown,
    ...named(unchecked, inState('unchecked')),
    ...named(fine, inState('ok')),
  ];
}

/** A problem and what to do about it, as plain text so that commands and variables can be copied. */
export function troubleBlock({
  title,
  what,
  todo,
}: {
  title: string;
  what: string;
  todo?: string | undefined;
}) {
  return paragraph(cut([title, what, ...(todo === undefined ? [] : [todo])].join('\n'), 1_500));
}

function againRow(): KnownBlock {
  return { type: 'actions', elements: [checkupWindow.button({}, { text: say().again })] };
}
