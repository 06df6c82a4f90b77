/** The form's fields: the block ids, which are the API's own names, so that its errors find their field. */
export const fieldIds = [
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
  addAnother: 'newhire_add_another',
  correct: 'newhire_correct',
  open: 'newhire_open',
} as const;

export function isFieldId(name: string): name is FieldId {
  return fieldIds.some((id) => id === name);
}
