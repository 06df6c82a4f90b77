export const formId = 'newhire_elsewhere';
export const checkId = 'newhire_elsewhere_check';

/** Action ids of the buttons that ask about a person; their value is the person's reference. */
export const actions = {
  announce: 'newhire_elsewhere_announce',
  dismiss: 'newhire_elsewhere_dismiss',
} as const;
