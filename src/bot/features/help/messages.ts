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
  /** What Frontdesk last read from the service; undefined until it was read once. */
  known: { employees: number; sequences: number; readAt: Date } | undefined;
  trouble: Error | undefined;
  /** Requests that have not ended. */
  waiting: number;
}

/** What `/frontdesk status` says. In mrkdwn. */
export function status({ known, trouble, waiting }: Status): string {
  const service = trouble
    ? `${explain(trouble)} Requests are saved, and sent when this is fixed.`
    : 'Frontdesk is connected to the onboarding service.';
  const open =
    waiting === 0
      ? 'No request is waiting.'
      : `${waiting} ${waiting === 1 ? 'request is' : 'requests are'} waiting.`;
  return `${service}\n${whatIsKnown(known)}\n${open}`;
}

function whatIsKnown(known: Status['known']): string {
  if (!known) return 'The employees haven’t been loaded yet.';
  return `${known.employees} employees and ${known.sequences} sequences, as of ${inReadersZone(known.readAt)}.`;
}

/** Slack shows it in the reader's own zone (docs.slack.dev/messaging/formatting-message-text#date-formatting). */
function inReadersZone(at: Date): string {
  const fallback = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`;
}

/** What is said to words that nobody understands. */
export function notUnderstood(text: string, commands: CommandNames): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `“${safe}” is not understood.\n${help(commands)}`;
}
