import { listOf, plural, words } from '../../../language.ts';

const en = {
  button: 'Check the connection',
  again: 'Check again',
  title: 'Connection check',
  running: 'Checking. This can take a few seconds.',
  failed: 'The check didn’t finish. Try again in a minute.',
  summary: (failures: number, warnings: number) => {
    if (failures === 0 && warnings === 0) return 'No problems found.';
    const found = [
      ...(failures > 0 ? [plural(failures, 'problem')] : []),
      ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ];
    return `${listOf(found)}.`;
  },
  states: { failure: 'Problem', warning: 'Warning' },
  fine: (titles: readonly string[]) => `All right: ${titles.join(', ')}`,
  unchecked: (titles: readonly string[]) => `Not checked: ${titles.join(', ')}`,
  report: {
    label: 'Daily check',
    text: (count: number) => `The daily check found ${plural(count, 'new problem')}.`,
    after: 'To check again: App Home, “Check the connection”.',
  },
  headline: (state: string, check: string) => `${state}: ${check}`,
};

export const say = words({ en });
