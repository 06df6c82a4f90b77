export const formId = 'offboard';

export const checkId = 'offboard_check';

export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  /**
   * Opens the form for an employee, whose id in the service is the button's value. Other features' messages use it
   * too.
   */
  openFor: 'offboard_for',
  back: 'offboard_back',
  change: 'offboard_change',
  rehearse: 'offboard_rehearse',
} as const;

/** Forms for texts about a request that waits for HR's approval. */
export type ApprovalForm = 'decline' | 'ask' | 'answer';

export const approvalFormIds: Record<ApprovalForm, string> = {
  decline: 'approval_decline_form',
  ask: 'approval_ask_form',
  answer: 'approval_answer_form',
};

/** Action ids of the buttons under a request that waits for approval; their value is its reference. */
export const approvalActions = {
  approve: 'approval_approve',
  decline: 'approval_decline',
  ask: 'approval_ask',
  answer: 'approval_answer',
} as const;
