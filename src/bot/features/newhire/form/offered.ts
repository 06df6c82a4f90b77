import { type Day, dayIn, isDay } from '../../../../time/dates.ts';
import type { MenuDeps, Offered as OfferedInMenus } from '../../../menus.ts';

/** What can be chosen in the form at the moment. */
export interface Offered extends OfferedInMenus {
  /** The day whose offsets the time zones show: the start day, or today. */
  day: Day;
}

/** @param startDay the one that the form holds */
export function offeredNow(startDay: string | undefined, { directory, clock }: MenuDeps): Offered {
  const day = startDay !== undefined && isDay(startDay) ? startDay : dayIn('UTC', clock.now());
  return { snapshot: directory.current(), day };
}
