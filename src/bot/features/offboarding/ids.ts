/** The form's callback id. */
export const formId = 'offboard';

/** The callback id of the page that asks before anything is sent. */
export const checkId = 'offboard_check';

/** The action ids of what stands around the fields. */
export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  back: 'offboard_back',
  change: 'offboard_change',
  rehearse: 'offboard_rehearse',
} as const;
