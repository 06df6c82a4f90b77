export const formId = 'offboard';

export const checkId = 'offboard_check';

export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  openFor: 'offboard_for',
  back: 'offboard_back',
  change: 'offboard_change',
  rehearse: 'offboard_rehearse',
} as const;
