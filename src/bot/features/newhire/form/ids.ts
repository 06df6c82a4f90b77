import { type Day, dayIn, isDay } from '../../../../time/dates.ts';
import type { MenuDeps, Offered as OfferedInMenus } from '../../../menus.ts';

export const formId = 'newhire';

export const checkId = 'newhire_check';

export const actions = {
  cancelMissing: 'newhire_missing_cancel',
  keepMissing: 'newhire_missing_keep',
  back: 'newhire_back',
  more: 'newhire_more',
  addLike: 'newhire_add_like',
  saveDraft: 'newhire_save_draft',
  plan: 'newhire_plan',
  rehearse: 'newhire_rehearse',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

export const noticeId = 'advice_notice';

export const moreRow = 'more';

export const draftRow = { button: 'draft', answer: 'draft_answer' } as const;

export const draftActions = {
  resume: 'newhire_draft_resume',
  remove: 'newhire_draft_delete',
} as const;

export interface Offered extends OfferedInMenus {
  /** Day whose UTC offsets the zones show: the start day, or today. */
  day: Day;
}

/** Entries on offer now. @param startDay the one in the form */
export function offeredNow(startDay: string | undefined, { directory, clock }: MenuDeps): Offered {
  const day = startDay !== undefined && isDay(startDay) ? startDay : dayIn('UTC', clock.now());
  return { snapshot: directory.current(), day };
}
