import { words } from '../../../language.ts';
import { cut } from '../../slack/views/blocks.ts';
import type { Companion, HireRequest } from './request.ts';

const who = ({ context }: HireRequest) => cut(context.personName, 140);

function companions({ context }: HireRequest): string {
  const { managerName, buddyName } = context;
  return `manager ${managerName ? cut(managerName, 80) : 'nobody'}, buddy ${buddyName ? cut(buddyName, 80) : 'nobody'}`;
}

const en = {
  title: 'Change manager or buddy',
  another: (as: Companion) => `Another ${as}`,
  iTold: (as: Companion) => `I told the ${as}`,
  save: 'Save and notify',
  intro: (request: HireRequest) =>
    `${who(request)}: reminders and the calendar entry go to the people chosen here. They’re told right away.`,
  follows: 'The onboarding service is changed too: open tasks go to them.',
  advice: 'Change them in the onboarding service too, so that its tasks and emails reach the right people.',
  /** In mrkdwn. */
  profile: (url: string) => `<${url}|Open the profile in the onboarding service>`,
  same: 'Nothing was changed. Choose somebody else.',
  whenUnavailable: 'This list isn’t available right now. Leave it empty, or close it and open it again.',
  changed: 'Somebody else changed this meanwhile. Check again.',
  gone: 'This can’t be changed here any more.',
  saved: (request: HireRequest) => `Saved for ${who(request)}: ${companions(request)}.`,
  settledBefore: 'That’s settled already.',
  labels: { relieved: 'Change', followed: 'Change in the onboarding service' },
  relieved(request: HireRequest, as: Companion): string {
    const now = request.context[`${as}Name`];
    const next = now === undefined ? '' : ` ${cut(now, 140)} takes over.`;
    return `You’re no longer ${as} of ${who(request)}.${next}`;
  },
  notFollowed: (request: HireRequest) =>
    `The onboarding service didn’t take the new manager or buddy of ${who(request)}. Change them there.`,
};

export const say = words({ en });
