import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Recipient } from '../../../ledger/outbox/message.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { ApprovalNews } from '../../../ledger/requests/request-type.ts';
import type { Previews } from '../../../preview/preview.ts';
import { taskBlocks } from '../../../preview/preview-blocks.ts';
import { asReply, defineMessage, defineRequestMessage } from '../../../requests/define-message.ts';
import { isOwnService } from '../../../requests/follow.ts';
import { type Message, referenceNote } from '../../../requests/result-views.ts';
import { escapeMrkdwn, fallback, listedMarkup, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { offboardingForms } from '../fields.ts';
import { isOffboarding, type OffboardingRequest } from '../request.ts';
import { correctButtons } from '../result.ts';
import { say } from './messages.ts';
import { Step } from './rules.ts';
import { answerButton, approvalButtons, conversation } from './window.ts';

const Asked = z.object({ step: Step });

export const asked = {
  name: 'offboarding.approval',
  message: (address: Omit<NewMessage, 'name' | 'about'>, about: z.infer<typeof Asked>): NewMessage => ({
    ...address,
    name: asked.name,
    about,
  }),
};

export function defineAsked(
  deps: Pick<Bot, 'additions' | 'clock'> & { previews: Pick<Previews, 'tasksToApprove'> },
) {
  return asReply(
    defineMessage({
      name: asked.name,
      label: () => say().labels.asked,
      about: Asked,
      is: isOffboarding,
      async build({ step }, { request, approvalOf, settings: { timezone }, now }) {
        if (request.state !== 'awaiting_approval') return undefined;
        const approval = await approvalOf(request.id);
        if (!approval) return undefined;
        const about = { request, approval, step, timezone, now };
        const { text, blocks } = asking(about);
        const tasks = taskBlocks(await deps.previews.tasksToApprove(request));
        const buttons = {
          type: 'actions' as const,
          elements: approvalButtons(request, await isOwnService(deps)),
        };
        return { text, blocks: [...blocks, ...tasks, buttons, referenceNote(request)] };
      },
    }),
  );
}

interface About {
  request: OffboardingRequest;
  approval: Approval;
  step: Step;
  timezone: string;
  now: Date;
}

function asking({ request, approval, step, timezone, now }: About): Message {
  const sentences = say();
  const { payload, context } = request;
  const isPast = payload.termination_date < dayIn(timezone, now);
  const text = sentences.asks(request, step);
  return {
    text,
    blocks: [
      paragraph(text),
      mrkdwn(sentences.askedBy(request)),
      paragraph(offboardingForms().summary(request).join('\n')),
      ...(context.earlier ? [mrkdwn(sentences.changes(context.earlier))] : []),
      ...(isPast ? [paragraph(sentences.passed(payload.termination_date))] : []),
      ...conversation(approval),
      ...(approval.decided ? [] : [paragraph(sentences.until(approval.lapsesAt, timezone))]),
    ],
  };
}

export function settled({ about: stored, ...about }: Omit<About, 'step'> & { about: unknown }): Message {
  const step = Asked.safeParse(stored).data?.step ?? 'first';
  const { text, blocks } = asking({ ...about, step });
  const { decided } = about.approval;
  const said = decided ? [say().decided(decided)] : [];
  const who = said.map((line) => ({ type: 'mrkdwn' as const, text: line }));
  return {
    text: fallback(text),
    blocks: [
      ...blocks,
      ...(who.length > 0 ? [{ type: 'context' as const, elements: who }] : []),
      referenceNote(about.request),
    ],
  };
}

export async function approvalLines(
  request: Request,
  { ledger, settings }: Pick<Bot, 'ledger' | 'settings'>,
): Promise<string[]> {
  const approval = await ledger.approvalOf(request.id);
  if (!approval) return [];
  const { until, written } = say();
  const isOpen = request.state === 'awaiting_approval';
  return [
    ...(isOpen ? [escapeMrkdwn(until(approval.lapsesAt, settings().timezone))] : []),
    ...approval.notes.map(written),
  ];
}

interface Copy {
  request: Request;
  about: unknown;
}

/** Texts that replace requests for approval in Slack after the decision, keyed by message name. */
export function settledApprovals({ ledger, settings, clock }: Pick<Bot, 'ledger' | 'settings' | 'clock'>) {
  return {
    async [asked.name]({ request, about }: Copy): Promise<Message | undefined> {
      const approval = await ledger.approvalOf(request.id);
      if (!approval || !isOffboarding(request)) return undefined;
      const { timezone } = settings();
      return settled({ request, approval, about, timezone, now: clock.now() });
    },
  };
}

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

export const approvalMessages = [approved, declined, lapsed, askedBack].map(asReply);

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
