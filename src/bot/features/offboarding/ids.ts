/** The form's callback id. */
export const formId = 'offboard';

/** The block ids about an offboarding that is to be changed; the second one has the tick, and says which one it is. */
export const changeBlocks = {
  shown: 'change_shown',
  confirm: 'change',
  confirmOf: (reference: string) => `change:${reference}`,
} as const;

/** The action ids of what stands around the fields. */
export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  change: 'offboard_change',
} as const;
