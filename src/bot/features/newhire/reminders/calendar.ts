import type { DayInCalendars } from '../../../requests/define-request.ts';
import { Companion, type HireRequest } from '../request.ts';
import { words } from '../words.ts';

/** The first day, to the manager and the buddy; once to somebody who is both. */
export const firstDay: DayInCalendars<HireRequest> = {
  readers({ payload }) {
    const companions = Companion.options.flatMap((as) => {
      const employee = payload[as];
      return employee === undefined ? [] : [{ key: as, recipient: { employee } }];
    });
    return [...Map.groupBy(companions, ({ recipient }) => recipient.employee).values()].flatMap(
      ([first]) => first ?? [],
    );
  },
  isPrivate: false,
  words: (language) => words[language].reminders.calendar,
};
