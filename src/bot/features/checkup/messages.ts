export const button = 'Check the connection';
export const again = 'Check again';
export const title = 'Connection check';
export const running =
  'Frontdesk is checking Slack, the channels and the onboarding service. This can take a few seconds.';
export const failed = 'Frontdesk couldn’t check the connection. Try again in a minute.';

export const summary = (failures: number, warnings: number) => {
  if (failures === 0 && warnings === 0) return 'Frontdesk found no problem.';
  return `Frontdesk found ${list([...counted(failures, 'problem'), ...counted(warnings, 'warning')])}.`;
};

export const states = { failure: 'Problem', warning: 'Warning' } as const;
/** @param titles of the checks */
export const fine = (titles: readonly string[]) => `All right: ${titles.join(', ')}`;
export const unchecked = (titles: readonly string[]) => `Not checked: ${titles.join(', ')}`;

export const report = {
  label: 'Daily check',
  text: (count: number) => `Frontdesk’s daily check found ${counted(count, 'new problem').join()}.`,
  after:
    'To look again: App Home, “Check the connection”, or npm run frontdesk -- doctor on Frontdesk’s machine.',
} as const;

/** @param state a label such as "Problem" */
export const headline = (state: string, check: string) => `${state}: ${check}`;

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(parts);
}
