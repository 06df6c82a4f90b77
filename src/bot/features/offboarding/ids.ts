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

export type ApprovalForm = 'decline' | 'ask' | 'answer';

export const approvalFormIds: Record<ApprovalForm, string> = {
  decline: 'approval_decline_form',
  ask: 'approval_ask_form',
  answer: 'approval_answer_form',
};

export const approvalActions = {
  approve: 'approval_approve',
  decline: 'approval_decline',
  ask: 'approval_ask',
  answer: 'approval_answer',
} as const;
