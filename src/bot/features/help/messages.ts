import type { CommandNames } from '../../feature.ts';
import { explain } from '../../onboarding/explain.ts';

/** What `/frontdesk help` says. In mrkdwn. */
export function help({ newhire, offboard, frontdesk }: CommandNames): string {
  return [
    `*${newhire}* adds somebody who is about to start; *${newhire} help* says more.`,
    `*${offboard}* plans the last day of somebody who leaves; *${offboard} help* says more.`,
    `*${frontdesk} status* tells whether Frontdesk can reach the onboarding service; *${frontdesk} settings* where to change things.`,
    'App Home shows your requests and what you can do: choose Frontdesk under Apps in the sidebar.',
  ].join('\n');
}

/** What `/frontdesk settings` says. In mrkdwn. */
export const settings =
  'Settings are in App Home: choose Frontdesk under Apps in the sidebar, then the tab *Home*. HR finds there the ' +
  'connection to the onboarding service, who may, the channels and the time zone.';

export interface Status {
  employees: number | undefined;
  sequences: number | undefined;
  trouble: Error | undefined;
  /** Requests that have not ended. */
  waiting: number;
}

/** What `/frontdesk status` says. In mrkdwn. */
export function status({ employees, sequences, trouble, waiting }: Status): string {
  const service = trouble
    ? `${explain(trouble)} What was entered is kept and sent when that is over.`
    : `The onboarding service answers: ${employees ?? 0} employees, ${sequences ?? 0} sequences.`;
  const open =
    waiting === 0
      ? 'No request is waiting.'
      : `${waiting} ${waiting === 1 ? 'request is' : 'requests are'} waiting.`;
  return `${service}\n${open}`;
}

/** What is said to words that nobody understands. */
export function notUnderstood(text: string, commands: CommandNames): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `“${safe}” is not understood.\n${help(commands)}`;
}
