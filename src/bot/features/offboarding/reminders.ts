import { z } from 'zod';
import { dayIn } from '../../../time/dates.ts';
import type { PlannedMessage } from '../../ledger/outbox/message.ts';
import { defineReminder } from '../../plan/define-reminder.ts';
import { momentsOfEnd, type PlanRules } from '../../plan/plan.ts';
import type { DayInCalendars } from '../../requests/define-request.ts';
import { messageOf } from '../../requests/result-views.ts';
import { say } from './messages.ts';
import { isOffboarding, type OffboardingRequest } from './request.ts';

function reminder(step: 'before' | 'day') {
  return defineReminder({
    name: `offboarding.${step}`,
    label: () => say().reminderLabels[step],
    extra: z.object({}),
    is: isOffboarding,
    build: (about, { request, now }) =>
      messageOf(say().reminder(request, { day: about.day, today: dayIn(about.zone, now) })),
  });
}

const before = reminder('before');
const day = reminder('day');

export const leavingReminders = [before, day];

export function planOffboarding(request: OffboardingRequest, rules: PlanRules): PlannedMessage[] {
  const { day: last, requester, payload } = request;
  if (last === null) return [];
  const toRequester = { key: 'requester', recipient: { channel: requester, confidential: true as const } };
  const hr = { hr: true as const, exceptUsers: [requester], exceptEmployee: payload.user };
  const toHr = { key: 'private', recipient: hr };
  return momentsOfEnd({ day: last, zone: undefined }, rules).flatMap((moment) => {
    const due = moment.step === 'day' ? day : before;
    return [toRequester, toHr].map((reader) => due.at(request, moment, reader, {}));
  });
}

export const lastDay: DayInCalendars<OffboardingRequest> = {
  changes: ({ context: { earlier } }) => (earlier ? [earlier.entry ?? earlier.id, earlier.id] : []),
  isPrivate: true,
  words: () => say().calendar,
};
