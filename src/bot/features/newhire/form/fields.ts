/** The form's fields: the block ids, which are the API's own names, so that its errors find their field. */
const fieldIds = [
  'first_name',
  'last_name',
  'email',
  'start_day',
  'role',
  'position',
  'manager',
  'buddy',
  'sequences',
  'timezone',
  'language',
  'phone',
  'message',
] as const;

export type FieldId = (typeof fieldIds)[number];

/** The form's callback id. */
export const formId = 'newhire';

/** The action ids: of the fields' elements, and of the buttons around the form. */
export const actions = {
  field: (id: FieldId) => `newhire_${id}`,
  anyway: 'newhire_anyway',
  confirmRole: 'newhire_confirm_role',
  saveDraft: 'newhire_save_draft',
  addAnother: 'newhire_add_another',
  openProfile: 'newhire_open_profile',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

/** The elements that send the form's state as soon as they change. */
export const telling = /^newhire_(start_day|role|manager|buddy|sequences|timezone)$/;

/** The other elements that tell of a change, or of a press that opens a page, and need no more than an acknowledgement. */
export const ticks = /^newhire_(anyway|confirm_role|open_profile)$/;

/** The blocks between the fields that come and go with what the form holds. */
export const blocks = {
  /** The tick for the warnings: another set of warnings is another block, and needs another tick. */
  anyway: (codes: readonly string[]) => `anyway:${codes.join(',')}`.slice(0, 255),
  confirmRole: (value: number) => `confirm_role:${value}`,
} as const;

export function isFieldId(name: string): name is FieldId {
  return fieldIds.some((id) => id === name);
}

/** The block of a notice that stays on top while the form is filled in. */
export const noticeId = 'advice_notice';

/** The row with the form's own button, and what was said about its press, directly above it. */
export const draftRow = { button: 'draft', answer: 'draft_answer' } as const;

/** The buttons beside a draft. */
export const draftActions = {
  resume: 'newhire_draft_resume',
  remove: 'newhire_draft_delete',
} as const;

/** The most characters that the message field takes; the API has no limit of its own. */
export const longestMessage = 3000;
