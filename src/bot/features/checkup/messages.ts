import { listOf, words } from '../../../language.ts';

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}

const en = {
  button: 'Check the connection',
  again: 'Check again',
  title: 'Connection check',
  running: 'Checking. This can take a few seconds.',
  failed: 'The check didn’t finish. Try again in a minute.',
  summary: (failures: number, warnings: number) => {
    if (failures === 0 && warnings === 0) return 'No problems found.';
    return `${listOf([...counted(failures, 'problem'), ...counted(warnings, 'warning')])}.`;
  },
  states: { failure: 'Problem', warning: 'Warning' },
  fine: (titles: readonly string[]) => `All right: ${titles.join(', ')}`,
  unchecked: (titles: readonly string[]) => `Not checked: ${titles.join(', ')}`,
  report: {
    label: 'Daily check',
    text: (count: number) => `The daily check found ${counted(count, 'new problem').join()}.`,
    after: 'To check again: App Home, “Check the connection”.',
  },
  headline: (state: string, check: string) => `${state}: ${check}`,
};

export const say = words({ en });
