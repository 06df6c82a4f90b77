import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import type { PlannedMessage } from '../../../ledger/outbox/enqueue.ts';
import { defineReminder } from '../../../plan/define-reminder.ts';
import { momentsOfEnd, type PlanRules } from '../../../plan/plan.ts';
import type { DayInCalendars } from '../../../requests/define-request.ts';
import { paragraph } from '../../../slack/views/blocks.ts';
import { say as sayOffboarding } from '../messages.ts';
import { isOffboarding, type OffboardingRequest, othersTold } from '../request.ts';

const [before, day] = (['before', 'day'] as const).map((step) =>
  defineReminder({
    name: `offboarding.${step}`,
    label: () => sayOffboarding().reminderLabels[step],
    extra: z.object({}),
    is: isOffboarding,
    build(about, { request, now }) {
      const when = { day: about.day, today: dayIn(about.zone, now) };
      const text = sayOffboarding().reminder(request, when);
      return { text, blocks: [paragraph(text)] };
    },
  }),
);

export const leavingReminders = [before, day].filter((one) => one !== undefined);

export function planOffboarding(request: OffboardingRequest, rules: PlanRules): PlannedMessage[] {
  const { day: last, requester, payload } = request;
  if (last === null) return [];
  const toRequester = { key: 'requester', recipient: { channel: requester, confidential: true as const } };
  const hr = { hr: true as const, exceptUsers: [requester], exceptEmployee: payload.user };
  const toHr = { key: 'private', recipient: hr };
  return momentsOfEnd({ day: last, zone: undefined }, rules).flatMap((moment) => {
    const reminder = moment.step === 'day' ? day : before;
    return reminder ? [toRequester, toHr].map((reader) => reminder.at(request, moment, reader, {})) : [];
  });
}

/**
 * Recipients are the requester and earlier requesters (their calendars would keep the old day), and nobody
 * else: departures are confidential.
 */
export const lastDay: DayInCalendars<OffboardingRequest> = {
  readers: ({ requester, context }) =>
    [requester, ...othersTold(context.earlier, requester)].map((channel) => ({
      key: channel === requester ? 'requester' : `earlier:${channel}`,
      recipient: { channel, confidential: true },
    })),
  begunBy: ({ id, context: { earlier } }) => earlier?.entry ?? earlier?.id ?? id,
  isPrivate: true,
  words: () => sayOffboarding().calendar,
};
