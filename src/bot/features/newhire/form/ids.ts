import { anyOf } from '../../../slack/forms/form.ts';

/** The form's callback id. */
export const formId = 'newhire';

/** The action ids of what stands around the fields. */
export const actions = {
  anyway: 'newhire_anyway',
  confirmRole: 'newhire_confirm_role',
  saveDraft: 'newhire_save_draft',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

/** What tells of a change, or of a press that opens a page, and needs no more than an acknowledgement. */
export const ackOnly = anyOf([actions.anyway, actions.confirmRole, actions.openProfile]);

/** The blocks between the fields that come and go with what the form holds. */
export const blocks = {
  /** The tick for the warnings: another set of warnings is another block, and needs another tick. */
  anyway: (codes: readonly string[]) => `anyway:${codes.join(',')}`.slice(0, 255),
  confirmRole: (value: number) => `confirm_role:${value}`,
} as const;

/** The block of a notice that stays on top while the form is filled in. */
export const noticeId = 'advice_notice';

/** The row with the form's own button, and what was said about its press, directly above it. */
export const draftRow = { button: 'draft', answer: 'draft_answer' } as const;

/** The buttons beside a draft. */
export const draftActions = {
  resume: 'newhire_draft_resume',
  remove: 'newhire_draft_delete',
} as const;
