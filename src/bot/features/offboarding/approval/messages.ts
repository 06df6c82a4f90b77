import { words } from '../../../../language.ts';
import { cityOf, type Day, formatDay, formatInstant } from '../../../../time/dates.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { setsLastDay } from '../check/messages.ts';
import type { EarlierOffboarding, OffboardingRequest } from '../request.ts';
import type { Step } from './rules.ts';

const nameOf = ({ context }: OffboardingRequest) => cut(context.personName, 140);
const mention = (userId: string) => `<@${userId}>`;

const beginnings: Record<Step, string> = {
  first: '',
  again: 'Reminder: ',
  last: 'Last reminder: ',
  answered: 'Answered: ',
};

function decided({ what, by }: NonNullable<Approval['decided']>): string {
  switch (what) {
    case 'approved':
      return `Approved by ${mention(by)}.`;
    case 'declined':
      return `Declined by ${mention(by)}.`;
    case 'cancelled':
      return `Cancelled by ${mention(by)}.`;
    case 'lapsed':
      return 'Nobody decided in time.';
  }
}

function written({ what, by, text }: Approval['notes'][number]): string {
  const verb = { asked: 'asked', answered: 'answered', declined: 'declined' }[what];
  return `${mention(by)} ${verb}: ${escapeMrkdwn(text)}`;
}

const en = {
  check: {
    submit: 'Ask HR',
    notice: 'HR has to approve this. Until then nothing is sent.',
    atOnce: (isOwn: boolean) => `Once approved: ${setsLastDay(isOwn)}`,
  },
  waiting: {
    title: 'Waiting for HR',
    what: (request: OffboardingRequest) => `The offboarding of ${nameOf(request)} needs HR’s approval.`,
    next: 'Nothing has been sent yet. You’ll get a message when HR decides. You can cancel it in App Home.',
  },
  openAlready: ({ id }: OffboardingRequest) =>
    `There’s already a request for this person (${id}), waiting for HR.`,
  labels: {
    asked: 'Approval request',
    approved: 'Approval',
    declined: 'Result',
    lapsed: 'Not approved in time',
    askedBack: 'Question from HR',
  },
  asks: (request: OffboardingRequest, step: Step) =>
    `${beginnings[step]}Approve the offboarding of ${nameOf(request)}?`,
  askedBy: ({ requester }: OffboardingRequest) => `Requested by ${mention(requester)}.`,
  changes: (earlier: EarlierOffboarding) =>
    `Last day until now: ${formatDay(earlier.day, 'en-GB')}, planned by ${mention(earlier.requester)}.`,
  passed: (day: Day) => `The last day, ${formatDay(day, 'en-GB')}, has passed.`,
  until: (lapsesAt: Date, zone: string) =>
    `Expires ${formatInstant(lapsesAt, zone, 'en-GB')} (${cityOf(zone)}) if nobody decides.`,
  decided,
  written,
  buttons: { approve: 'Approve', decline: 'Decline', ask: 'Ask a question', answer: 'Answer' },
  confirm: {
    title: 'Approve?',
    /** @param isOwn whether the service is Frontdesk's own, which can undo an offboarding */
    text: (request: OffboardingRequest, isOwn: boolean) =>
      cut(
        `Start the offboarding of ${nameOf(request)}, last day ${formatDay(request.payload.termination_date, 'en-GB')}? ${isOwn ? 'You can cancel it later.' : 'This can’t be undone from Slack.'}`,
        300,
      ),
    yes: 'Approve',
    no: 'Back',
  },
  approved: (request: OffboardingRequest) => `HR approved the offboarding of ${nameOf(request)}.`,
  approvedNext: 'You’ll get a message with the outcome.',
  declined: (request: OffboardingRequest) => `HR declined the offboarding of ${nameOf(request)}.`,
  lapsed: (request: OffboardingRequest) => `Nobody approved the offboarding of ${nameOf(request)} in time.`,
  notSent: 'Nothing was sent.',
  askedBack: (request: OffboardingRequest) =>
    `HR has a question about the offboarding of ${nameOf(request)}.`,
  forms: {
    decline: {
      title: 'Decline',
      label: 'Reason',
      hint: 'The requester sees this.',
      submit: 'Decline',
    },
    ask: {
      title: 'Ask a question',
      label: 'Question',
      hint: 'The requester sees this and can reply.',
      submit: 'Send',
    },
    answer: { title: 'Answer', label: 'Answer', hint: 'HR sees this.', submit: 'Send' },
  },
  missing: 'Write something.',
  saved: {
    decline: (to: string) => `Declined. ${mention(to)} gets a message.`,
    ask: (to: string) => `Your question goes to ${mention(to)}. You’ll see the reply where the request is.`,
    answer: () => 'Your answer goes to HR.',
  },
  title: 'Approval',
  own: 'This is your own request. Somebody else in HR decides it.',
  yours: 'This request is about you. Somebody else in HR decides it.',
  notYou: 'Only HR can decide this.',
  notYours: 'Only the requester can answer.',
  unknownNow: 'Frontdesk couldn’t check who this is about. Try again in a moment.',
  gone: 'This request can’t be shown any more.',
  tooMany: 'Too many questions and answers. Talk to each other, then decide.',
  over: (by: Approval['decided']) => `${by ? decided(by) : 'Already decided.'} Nothing was changed.`,
};

export const say = words({ en });
