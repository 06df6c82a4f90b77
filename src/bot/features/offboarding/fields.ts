/** The form's fields: the block ids. */
export type FieldId = 'employee' | 'last_day' | 'sequences';

/** The API's names for them. */
export const fieldOfApi: Readonly<Record<string, FieldId>> = {
  user: 'employee',
  termination_date: 'last_day',
  sequences: 'sequences',
};

/** The form's callback id. */
export const formId = 'offboard';

/** The block ids about an offboarding that is to be changed; the second one has the tick, and says which one it is. */
export const changeBlocks = {
  shown: 'change_shown',
  confirm: 'change',
  confirmOf: (reference: string) => `change:${reference}`,
} as const;

/** The action ids: of the fields' elements, and of the buttons around the form. */
export const actions = {
  field: (id: FieldId) => `offboard_${id}`,
  correct: 'offboard_correct',
  open: 'offboard_open',
  change: 'offboard_change',
} as const;
