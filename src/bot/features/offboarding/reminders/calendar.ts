import type { DayInCalendars } from '../../../requests/define-request.ts';
import { othersTold } from '../earlier.ts';
import type { OffboardingRequest } from '../request.ts';
import { words } from '../words.ts';

/**
 * The last day, to whoever asked for the offboarding, and to those who asked for what it changes: their calendars would
 * keep the day from before. To nobody else: leaving is confidential.
 */
export const lastDay: DayInCalendars<OffboardingRequest> = {
  readers: ({ requester, context }) =>
    [requester, ...othersTold(context.earlier, requester)].map((channel) => ({
      key: channel === requester ? 'requester' : `earlier:${channel}`,
      recipient: { channel, confidential: true },
    })),
  begunBy: ({ id, context: { earlier } }) => earlier?.entry ?? earlier?.id ?? id,
  isPrivate: true,
  words: (language) => words[language].reminders.calendar,
};
