/** The form's callback id. */
export const formId = 'offboard';

/** The callback id of the page that asks before anything is sent. */
export const checkId = 'offboard_check';

/** The action ids of what stands around the fields. */
export const actions = {
  correct: 'offboard_correct',
  open: 'offboard_open',
  /** For an employee, whose id in the service is the button's value; it stands in messages of other features too. */
  openFor: 'offboard_for',
  back: 'offboard_back',
  change: 'offboard_change',
  rehearse: 'offboard_rehearse',
} as const;

/** What somebody writes about a request that HR has to approve, each in a form of its own. */
export type ApprovalForm = 'decline' | 'ask' | 'answer';

/** Their callback ids. */
export const approvalFormIds: Record<ApprovalForm, string> = {
  decline: 'approval_decline_form',
  ask: 'approval_ask_form',
  answer: 'approval_answer_form',
};

/** The action ids of the buttons under such a request; their value is its reference. */
export const approvalActions = {
  approve: 'approval_approve',
  decline: 'approval_decline',
  ask: 'approval_ask',
  answer: 'approval_answer',
} as const;
