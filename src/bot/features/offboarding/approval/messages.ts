import { dayText, instantText, words } from '../../../../language.ts';
import { cityOf, type Day } from '../../../../time/dates.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import { cut, escapeMrkdwn } from '../../../slack/views/blocks.ts';
import { setsLastDay } from '../messages.ts';
import type { EarlierOffboarding, OffboardingRequest } from '../request.ts';
import type { Step } from './rules.ts';

const nameOf = ({ context }: OffboardingRequest) => cut(context.personName, 140);
const dayOf = (day: Day) => dayText(day, 'en-GB');
const mention = (userId: string) => `<@${userId}>`;

const beginnings: Record<Step, string> = {
  first: '',
  again: 'Reminder: ',
  last: 'Last reminder: ',
  answered: 'Answered: ',
};

const decisions = { approved: 'Approved', declined: 'Declined', cancelled: 'Cancelled' };

function decided({ what, by }: NonNullable<Approval['decided']>): string {
  return what === 'lapsed' ? 'Nobody decided in time.' : `${decisions[what]} by ${mention(by)}.`;
}

function written({ what, by, text }: Approval['notes'][number]): string {
  const verb = { asked: 'asked', answered: 'answered', declined: 'declined' }[what];
  return `${mention(by)} ${verb}: ${escapeMrkdwn(text)}`;
}

const somebodyElse = 'Somebody else in HR decides it.';

const en = {
  check: {
    submit: 'Ask HR',
    notice: 'HR has to approve this first.',
    atOnce: (isOwn: boolean) => `Once approved: ${setsLastDay(isOwn)}`,
  },
  waiting: {
    title: 'Waiting for HR',
    what: (request: OffboardingRequest) => `${nameOf(request)}’s offboarding needs HR’s approval.`,
    next: 'You’ll get a message when HR decides. You can cancel it in App Home.',
  },
  labels: {
    asked: 'Approval request',
    approved: 'Approval',
    declined: 'Result',
    lapsed: 'Not approved in time',
    askedBack: 'Question from HR',
  },
  asks: (request: OffboardingRequest, step: Step) =>
    `${beginnings[step]}Approve ${nameOf(request)}’s offboarding?`,
  askedBy: ({ requester }: OffboardingRequest) => `Requested by ${mention(requester)}.`,
  changes: (earlier: EarlierOffboarding) =>
    `Last day until now: ${dayOf(earlier.day)}, planned by ${mention(earlier.requester)}.`,
  passed: (day: Day) => `The last day, ${dayOf(day)}, has passed.`,
  until: (lapsesAt: Date, zone: string) =>
    `Expires ${instantText(lapsesAt, zone, 'en-GB')} (${cityOf(zone)}) if nobody decides.`,
  decided,
  written,
  buttons: { approve: 'Approve', decline: 'Decline', ask: 'Ask a question', answer: 'Answer' },
  confirm: {
    title: 'Approve?',
    /** @param isOwn whether the service is Frontdesk's own, which can undo an offboarding */
    text: (request: OffboardingRequest, isOwn: boolean) =>
      cut(
        `Start ${nameOf(request)}’s offboarding, last day ${dayOf(request.payload.termination_date)}? ${isOwn ? 'You can cancel it later.' : 'This can’t be undone from Slack.'}`,
        300,
      ),
    yes: 'Approve',
    no: 'Back',
  },
  approved: (request: OffboardingRequest) => `HR approved ${nameOf(request)}’s offboarding.`,
  declined: (request: OffboardingRequest) => `HR declined ${nameOf(request)}’s offboarding.`,
  lapsed: (request: OffboardingRequest) => `Nobody approved ${nameOf(request)}’s offboarding in time.`,
  notSent: 'Nothing was sent.',
  askedBack: (request: OffboardingRequest) => `HR has a question about ${nameOf(request)}’s offboarding.`,
  forms: {
    decline: {
      label: 'Reason',
      hint: 'The requester sees this.',
      submit: 'Decline',
    },
    ask: {
      label: 'Question',
      hint: 'The requester sees this.',
      submit: 'Send',
    },
    answer: { label: 'Answer', hint: 'HR sees this.', submit: 'Send' },
  },
  missing: 'Write something.',
  saved: {
    decline: (to: string) => `Declined. ${mention(to)} gets a message.`,
    ask: (to: string) => `Your question goes to ${mention(to)}.`,
    answer: () => 'Your answer goes to HR.',
  },
  title: 'Approval',
  own: `This is your own request. ${somebodyElse}`,
  yours: `This request is about you. ${somebodyElse}`,
  notYou: 'Only HR can decide this.',
  notYours: 'Only the requester can answer.',
  unknownNow: 'Frontdesk couldn’t check who this is about. Try again in a moment.',
  tooMany: 'Too many questions. Talk to each other, then decide.',
  over: (by: Approval['decided']) => `${by ? decided(by) : 'Already decided.'} Nothing was changed.`,
};

export const say = words({ en });
