/** The form's callback id. */
export const formId = 'newhire';

/** The callback id of the page that asks before something is sent. */
export const checkId = 'newhire_check';

/** The action ids of what stands around the fields. */
export const actions = {
  /** The answers about somebody who disappeared from the service; their value is the request's reference. */
  cancelMissing: 'newhire_missing_cancel',
  keepMissing: 'newhire_missing_keep',
  back: 'newhire_back',
  more: 'newhire_more',
  addLike: 'newhire_add_like',
  saveDraft: 'newhire_save_draft',
  plan: 'newhire_plan',
  rehearse: 'newhire_rehearse',
  rehearseSample: 'newhire_rehearse_sample',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

/** The block of a notice that stays on top while the form is filled in. */
export const noticeId = 'advice_notice';

/** The row with the button that shows the further fields. */
export const moreRow = 'more';

/** The row with the form's own button, and what was said about its press, directly above it. */
export const draftRow = { button: 'draft', answer: 'draft_answer' } as const;

/** The buttons beside a draft. */
export const draftActions = {
  resume: 'newhire_draft_resume',
  remove: 'newhire_draft_delete',
} as const;
