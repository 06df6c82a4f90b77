import type { DayInCalendars } from '../../../requests/define-request.ts';
import { companionsOf, type HireRequest } from '../request.ts';
import { say } from './messages.ts';

export const firstDay: DayInCalendars<HireRequest> = {
  readers: ({ payload }) =>
    companionsOf(payload).map(({ as, employee }) => ({ key: as, recipient: { employee } })),
  isPrivate: false,
  words: () => say().calendar,
};
