import type { Day } from '../../../../time/dates.ts';
import type { MenuDeps, Offered as OfferedInMenus } from '../../../menus.ts';
import { offsetDay } from './zones.ts';

/** What can be chosen in the form at the moment. */
export interface Offered extends OfferedInMenus {
  /** The day whose offsets the time zones show. */
  day: Day;
}

/** @param startDay the one that the form holds */
export function offeredNow(startDay: string | undefined, { directory, clock }: MenuDeps): Offered {
  return { snapshot: directory.current(), day: offsetDay(startDay, clock.now()) };
}
