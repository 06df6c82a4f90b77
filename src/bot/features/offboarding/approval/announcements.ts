import { z } from 'zod';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../../ledger/outbox/message.ts';
import type { ApprovalNews } from '../../../ledger/requests/request-type.ts';
import { defineMessage, defineRequestMessage } from '../../../requests/define-message.ts';
import { referenceNote } from '../../../requests/result-views.ts';
import { listedMarkup, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { isOffboarding, type OffboardingRequest } from '../request.ts';
import { correctButtons } from '../result.ts';
import { asked } from './asked.ts';
import { say } from './messages.ts';
import type { Step } from './rules.ts';
import { answerButton, conversation } from './window.ts';

const approved = defineMessage({
  name: 'offboarding.approved',
  label: () => say().labels.approved,
  about: z.object({ by: z.string() }),
  is: isOffboarding,
  build({ by }, { request }) {
    const sentences = say();
    const text = sentences.approved(request);
    const blocks = [
      paragraph(text),
      mrkdwn(sentences.decided({ what: 'approved', by })),
      ...(request.outcome ? [] : [paragraph(sentences.approvedNext)]),
      referenceNote(request),
    ];
    return { text, blocks };
  },
});

const declined = defineRequestMessage(
  'offboarding.declined',
  isOffboarding,
  async (request, { approvalOf }) => {
    const sentences = say();
    const approval = await approvalOf(request.id);
    const text = sentences.declined(request);
    const blocks = [
      paragraph(text),
      ...(approval ? conversation(approval) : []),
      paragraph(sentences.notSent),
      { type: 'actions' as const, elements: correctButtons(request) },
      referenceNote(request),
    ];
    return { text, blocks };
  },
  () => say().labels.declined,
);

const lapsed = defineRequestMessage(
  'offboarding.lapsed',
  isOffboarding,
  (request) => {
    const sentences = say();
    const text = sentences.lapsed(request);
    return {
      text,
      blocks: [paragraph(text), paragraph(sentences.notSent), referenceNote(request)],
    };
  },
  () => say().labels.lapsed,
);

const askedBack = defineMessage({
  name: 'offboarding.askedBack',
  label: () => say().labels.askedBack,
  about: z.object({ note: z.int() }),
  is: isOffboarding,
  async build({ note }, { request, approvalOf }) {
    const sentences = say();
    const approval = await approvalOf(request.id);
    const question = approval?.notes.find(({ id }) => id === note);
    if (!question || request.state !== 'awaiting_approval') return undefined;
    const text = sentences.askedBack(request);
    const blocks = [
      paragraph(text),
      ...listedMarkup([sentences.written(question)]),
      { type: 'actions' as const, elements: [answerButton(request)] },
      referenceNote(request),
    ];
    return { text, blocks };
  },
});

export const approvalMessages = [approved, declined, lapsed, askedBack];

/** Prefix of purposes whose messages ask for a decision, and show it later. */
const asks = 'undecided approval';

function addressesOf({ id: requestId, requester, payload }: OffboardingRequest) {
  const to = (purpose: string, recipient: Recipient) => ({ requestId, purpose, recipient });
  const toUser = (purpose: string, channel: string) => to(purpose, { channel, confidential: true });
  const toHr = (purpose: string, without: readonly string[] = []) =>
    to(purpose, { hr: true, exceptUsers: [requester, ...without], exceptEmployee: payload.user });
  return { toUser, toHr };
}

export function approvalAnnouncements(request: OffboardingRequest, news: ApprovalNews): NewMessage[] {
  const { requester } = request;
  const { toUser, toHr } = addressesOf(request);
  switch (news.kind) {
    case 'wanted':
      return [asked.message(toHr(`${asks}:hr`), { step: 'first' })];
    case 'approved':
      return [approved.message(toUser('approval approved', requester), { by: news.by })];
    case 'asked':
      return [askedBack.message(toUser(`approval asked ${news.note}`, requester), { note: news.note })];
    case 'answered': {
      const purpose = `${asks} answer ${news.note}`;
      const toAsker = news.to === undefined ? [] : [toUser(`${purpose}:asker`, news.to)];
      const exceptAsker = news.to === undefined ? [] : [news.to];
      return [...toAsker, toHr(`${purpose}:hr`, exceptAsker)].map((address) =>
        asked.message(address, { step: 'answered' }),
      );
    }
  }
}

export function unapprovedAnnouncements(
  request: OffboardingRequest,
  why: 'declined' | 'lapsed',
): NewMessage[] {
  const { toUser, toHr } = addressesOf(request);
  const toRequester = toUser('requester', request.requester);
  if (why === 'declined') return [declined.message(toRequester, {})];
  return [lapsed.message(toRequester, {}), lapsed.message(toHr('lapsed:hr'), {})];
}

export function reminderPurpose(step: Step): string {
  return `${asks} ${step}:hr`;
}

/** Reminders to HR and deputies (Slack user ids) who haven't decided. */
export function reminderMessages(
  request: OffboardingRequest,
  { hr, deputies }: { hr: Step | undefined; deputies: readonly string[] },
): NewMessage[] {
  const { toUser, toHr } = addressesOf(request);
  const others = deputies.filter((id) => id !== request.requester);
  const step = hr ?? 'again';
  return [
    ...(hr ? [asked.message(toHr(reminderPurpose(hr)), { step: hr })] : []),
    ...others.map((id) => asked.message(toUser(`${asks} ${step}:${id}`, id), { step })),
  ];
}
