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
  intro: (request: HireRequest) => `${who(request)}’s new manager or buddy is notified.`,
  same: 'Choose somebody else.',
  saved: (request: HireRequest) => `Saved for ${who(request)}: ${companions(request)}.`,
  settledBefore: 'Already settled.',
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
