import { type Day, dayIn, isDay } from '../../../../time/dates.ts';
import type { MenuDeps, Offered as OfferedInMenus } from '../../../menus.ts';

export interface Offered extends OfferedInMenus {
  /** Day whose UTC offsets the zones show: the start day, or today. */
  day: Day;
}

/** Entries on offer now. @param startDay the one in the form */
export function offeredNow(startDay: string | undefined, { directory, clock }: MenuDeps): Offered {
  const day = startDay !== undefined && isDay(startDay) ? startDay : dayIn('UTC', clock.now());
  return { snapshot: directory.current(), day };
}
