import { plural, words } from '../../../language.ts';
import type { CommandNames, Viewer } from '../../feature.ts';
import { fallback } from '../../slack/views/blocks.ts';

type Role = Viewer['role'];

function help({ newhire, offboard, frontdesk }: CommandNames, role: Role): string {
  const isHr = role === 'hr';
  const settingsToo = isHr ? ` *${frontdesk} settings* and *${frontdesk} setup* show where those are.` : '';
  return [
    ...(isHr ? [`*${newhire}* adds a new hire. More: *${newhire} help*`] : []),
    `*${offboard}* starts an offboarding. More: *${offboard} help*`,
    `*${frontdesk} status* shows whether Frontdesk can reach the onboarding service.${settingsToo}`,
    'For everything else, choose Frontdesk under Apps in the sidebar.',
  ].join('\n');
}

interface Status {
  known: { employees: number; sequences: number; readAt: Date } | undefined;
  trouble: string | undefined;
  waiting: number;
}

function allPending(count: number): string {
  return count === 0 ? 'No requests are pending.' : `${plural(count, 'request is', 'requests are')} pending.`;
}

function ownPending(count: number): string {
  return count === 0 ? 'You have no pending requests.' : `You have ${plural(count, 'pending request')}.`;
}

function whatIsKnown(known: Status['known']): string {
  if (!known) return 'Employees haven’t loaded yet.';
  const { employees, sequences } = known;
  return `${plural(employees, 'employee')} and ${plural(sequences, 'sequence')}, as of ${inReadersZone(known.readAt)}.`;
}

/** Formats in the reader's time zone (docs.slack.dev/messaging/formatting-message-text#date-formatting). */
function inReadersZone(at: Date): string {
  const inUtc = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty} at {time}|${inUtc}>`;
}

const en = {
  help,
  settings: {
    hr: 'Choose Frontdesk under Apps in the sidebar, then the *Home* tab, and press *Settings*.',
    manager: 'Only HR can change settings.',
  } as const satisfies Record<Role, string>,
  setup: {
    hr: 'Choose Frontdesk under Apps in the sidebar, then the *Home* tab, and press *Settings*, then *Setup*.',
    manager: 'Only HR can set up Frontdesk.',
  } as const satisfies Record<Role, string>,
  status({ known, trouble, waiting }: Status, role: Role): string {
    const service = trouble
      ? `${trouble} Requests are saved, and sent once this is fixed.`
      : 'Frontdesk is connected to the onboarding service.';
    return [service, whatIsKnown(known), role === 'hr' ? allPending(waiting) : ownPending(waiting)].join(
      '\n',
    );
  },
  notUnderstood(text: string, commands: CommandNames, role: Role): string {
    return `Frontdesk doesn’t understand “${fallback(text)}”.\n${help(commands, role)}`;
  },
};

export const say = words({ en });
