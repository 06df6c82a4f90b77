/** The callback ids of the form in which somebody is announced, and of the page that asks before that. */
export const formId = 'newhire_elsewhere';
export const checkId = 'newhire_elsewhere_check';

/** The action ids of the buttons under what asks about somebody; their value is the person's reference. */
export const actions = {
  announce: 'newhire_elsewhere_announce',
  dismiss: 'newhire_elsewhere_dismiss',
} as const;
