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
      return 'Nobody decided in time, so the request ended.';
  }
}

function written({ what, by, text }: Approval['notes'][number]): string {
  const verb = { asked: 'asked', answered: 'answered', declined: 'declined' }[what];
  return `${mention(by)} ${verb}: ${escapeMrkdwn(text)}`;
}

const en = {
  check: {
    submit: 'Ask HR',
    notice: 'HR has to approve this. Until then nothing is sent to the onboarding service.',
    atOnce: (day: Day, isOwn: boolean) => `Once it’s approved: ${setsLastDay(day, isOwn)}`,
  },
  waiting: {
    title: 'Waiting for HR',
    what: (request: OffboardingRequest) => `The offboarding of ${nameOf(request)} needs HR’s approval.`,
    next: 'Your request is saved, and nothing has been sent to the onboarding service. You’ll get a message when HR has decided. You can cancel it in App Home.',
  },
  openAlready: ({ id }: OffboardingRequest) =>
    `There’s already a request for this person’s offboarding (${id}). It’s waiting for HR’s approval.`,
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
    `This changes the offboarding that ${mention(earlier.requester)} started. Last day until now: ${formatDay(earlier.day, 'en-GB')}.`,
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
  approvedNext: 'Frontdesk sends it to the onboarding service now. You’ll get a message with the outcome.',
  declined: (request: OffboardingRequest) => `HR declined the offboarding of ${nameOf(request)}.`,
  lapsed: (request: OffboardingRequest) =>
    `Nobody approved the offboarding of ${nameOf(request)} in time, so the request ended.`,
  notSent: 'Nothing was sent to the onboarding service.',
  askedBack: (request: OffboardingRequest) =>
    `HR has a question about the offboarding of ${nameOf(request)}.`,
  forms: {
    decline: {
      title: 'Decline',
      label: 'Reason',
      hint: 'The requester will see this.',
      submit: 'Decline',
    },
    ask: {
      title: 'Ask a question',
      label: 'Question',
      hint: 'The requester will see this and can reply.',
      submit: 'Send',
    },
    answer: { title: 'Answer', label: 'Answer', hint: 'HR will read this.', submit: 'Send' },
  },
  missing: 'Write something.',
  saved: {
    decline: (to: string) => `Declined. Frontdesk is telling ${mention(to)}.`,
    ask: (to: string) =>
      `Frontdesk is sending your question to ${mention(to)}. You’ll see the reply where the request is.`,
    answer: () => 'Frontdesk is sending your answer to HR.',
  },
  title: 'Approval',
  own: 'This is your own request. Somebody else in HR has to decide it.',
  yours: 'This request is about you. Somebody else in HR has to decide it.',
  notYou: 'Only HR can decide this.',
  notYours: 'Only the requester can answer.',
  unknownNow: 'Frontdesk couldn’t check who this request is about. Try again in a moment.',
  gone: 'Frontdesk can’t show this request any more.',
  tooMany: 'There are too many questions and answers about this request. Talk to each other, then decide.',
  over: (by: Approval['decided']) =>
    `${by ? decided(by) : 'This request has been decided.'} Your press changed nothing.`,
};

export const say = words({ en });
