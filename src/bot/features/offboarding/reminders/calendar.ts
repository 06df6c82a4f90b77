import type { DayInCalendars } from '../../../requests/define-request.ts';
import { othersTold } from '../earlier.ts';
import type { OffboardingRequest } from '../request.ts';
import { say } from './messages.ts';

/**
 * Calendar entry of the last day, for the requester and earlier requesters (their calendars would keep the old day).
 * For nobody else: departures are confidential.
 */
export const lastDay: DayInCalendars<OffboardingRequest> = {
  readers: ({ requester, context }) =>
    [requester, ...othersTold(context.earlier, requester)].map((channel) => ({
      key: channel === requester ? 'requester' : `earlier:${channel}`,
      recipient: { channel, confidential: true },
    })),
  begunBy: ({ id, context: { earlier } }) => earlier?.entry ?? earlier?.id ?? id,
  isPrivate: true,
  words: () => say().calendar,
};
