import { dayText, instantText, words } from '../../../../language.ts';
import type { AboutIt } from '../../../ledger/lists/history.ts';
import type { Unreached } from '../../../ledger/outbox/message.ts';
import type { Request } from '../../../ledger/requests/request.ts';

const steps: Record<string, string> = {
  proposed: 'Proposed',
  'proposal changed': 'Proposal changed',
  replaced: 'Replaced by a request',
  accepted: 'Submitted',
  delivering: 'Sent to the onboarding service',
  'taken over': 'Taken over after an interruption',
  restored: 'Restored from a backup',
  'approval wanted': 'HR’s approval needed',
  approved: 'Approved',
  declined: 'Declined',
  lapsed: 'Not approved in time',
  'asked back': 'Asked a question',
  'answered back': 'Question answered',
  needs_review: 'Asked for an answer',
  'answered yes': 'Answered yes',
  'answered no': 'Answered no',
  'cancel wanted': 'Asked to cancel',
  hurried: 'Tried again',
  done: 'Done',
  rejected: 'Declined',
  cancelled: 'Cancelled',
  dismissed: 'Dismissed',
  moved: 'Day changed',
  calledOff: 'Cancelled',
  resumed: 'Resumed',
  missing: 'No longer in the onboarding service',
  back: 'In the onboarding service again',
  reassigned: 'Manager or buddy changed',
  'told by hand': 'Told by hand',
  discarded: 'Discarded',
  'message dropped': 'A reminder was skipped: too late, or no longer wanted',
  'message gone': 'A message was deleted in Slack or its channel archived',
  'set aside': 'Couldn’t be read',
  'taken up': 'Could be read again',
};

interface Step {
  by: string;
  what: string;
  next?: Date;
  isInDoubt: boolean;
  declinedBy: string | undefined;
}

function postponed({ next, isInDoubt }: Step, zone: string): string {
  const what = isInDoubt ? 'No clear answer. Checking whether it worked' : 'It didn’t work';
  return next ? `${what}. Next try: ${instantText(next, zone, 'en-GB')}` : what;
}

const en = {
  page: {
    title: 'Person',
    gone: 'This person can’t be shown. Old details are deleted, or you no longer have access.',
    /** In mrkdwn. */
    requestedBy: ({ requester, createdAt, id }: Request) =>
      `Requested by <@${requester}> on ${dayText(createdAt.slice(0, 10), 'en-GB')} · ${id}`,
    entered: (title: string) => `Entered: ${title}`,
    partly: 'HR and the requester can see everything.',
    timeline: 'Timeline',
    earlier: (count: number) =>
      `${count >= 1_000 ? 'More than 1,000' : count} earlier ${count === 1 ? 'line is' : 'lines are'} in the audit log.`,
    line: (time: string, text: string) => `${time} · ${text}`,
    happened(step: Step, zone: string): string {
      const isByService = step.what === 'rejected' && step.declinedBy === undefined;
      const what = step.what === 'postponed' ? postponed(step, zone) : (steps[step.what] ?? 'Changed');
      if (isByService) return `${what} by the onboarding service`;
      return /^[UW][A-Z0-9]+$/.test(step.by) ? `${what} by <@${step.by}>` : what;
    },
    zone: (zone: string) => `Times are in ${zone}.`,
    /** In mrkdwn. */
    held: 'Messages are on hold until it’s clear whether this person starts.',
    message: 'Message',
    messageLine: ({ label, to, state }: { label: string; to: string; state: string }) =>
      `${label} to ${to} · ${state}`,
    messageStates: {
      sent: 'sent',
      pending: 'not sent yet',
      blocked: 'waiting: Frontdesk can’t post there',
      gone: 'deleted in Slack or its channel archived',
      dropped: 'not sent: not needed, or refused by Slack',
    } satisfies Record<AboutIt['state'], string>,
    unreached: {
      notInSlack: 'not sent: not in Slack under this email',
      deactivated: 'not sent: deactivated in Slack',
      noAddress: 'not sent: no email address in the onboarding service',
      notAnEmployee: 'not sent: no longer in the onboarding service',
      refused: 'not sent: refused by Slack',
      cannotLookUp: 'not sent: couldn’t be looked up in Slack',
    } satisfies Record<Unreached, string>,
    to: {
      hr: 'HR',
      you: 'you',
      unknown: 'someone',
      employee: (id: number) => `employee ${id}`,
    },
  },
};

export const say = words({ en });
