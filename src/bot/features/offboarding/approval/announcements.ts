import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import type { NewMessage } from '../../../ledger/outbox/message.ts';
import type { AnsweredQuestion } from '../../../ledger/requests/questions.ts';
import type { ApprovalNews, Request } from '../../../ledger/requests/request.ts';
import { taskBlocks } from '../../../preview/preview-blocks.ts';
import {
  asReply,
  defineMessage,
  defineMessageWith,
  defineRequestMessage,
  type MessageContext,
} from '../../../requests/define-message.ts';
import { isOwnService } from '../../../requests/follow.ts';
import { type Message, messageOf, progressBlocks, referenceNote } from '../../../requests/result-views.ts';
import {
  escapeMrkdwn,
  fallback,
  listedMarkup,
  markedNote,
  mrkdwn,
  paragraph,
  row,
} from '../../../slack/views/blocks.ts';
import { offboardingForms } from '../fields.ts';
import { say as sayOffboarding } from '../messages.ts';
import { addressesOf, isOffboarding, type OffboardingRequest } from '../request.ts';
import { correctButtons } from '../result.ts';
import { say } from './messages.ts';
import { Step } from './rules.ts';
import { answerButton, approvalButtons, conversation } from './window.ts';

const Asked = z.object({
  step: Step,
  /** A copy for the person who asked a question, if HR's copy doesn't reach them. */
  isForAsker: z.literal(true).optional(),
});

/** Whether the reader sees HR's messages: in the private channel or, if it can't be used, directly. */
async function seesMessagesToHr(
  { target, settings: { privateChannel }, now }: MessageContext,
  { privateChannelTrouble, isInPrivateChannel, peopleOfHr }: Bot,
): Promise<boolean> {
  const isUsable = privateChannel !== undefined && (await privateChannelTrouble()).length === 0;
  if (isUsable) return isInPrivateChannel(target);
  return (await peopleOfHr({ hr: true }, now)).includes(target);
}

export const askedMessage = defineMessageWith({
  name: 'offboarding.approval',
  label: () => say().labels.asked,
  about: Asked,
  is: isOffboarding,
  async build({ step, isForAsker }, context, services: Bot) {
    const { request, approvalOf, settings, now } = context;
    const { timezone } = settings;
    if (request.state !== 'awaiting_approval') return undefined;
    // Sent twice rather than not at all.
    if (isForAsker && (await seesMessagesToHr(context, services).catch(() => false))) return undefined;
    const approval = await approvalOf(request.id);
    if (!approval) return undefined;
    const { text, blocks } = asking({ request, approval, step, timezone, now });
    const tasks = taskBlocks(await services.previews.tasksToApprove(request));
    const buttons = row(...approvalButtons(request, await isOwnService(services)));
    return { text, blocks: [...blocks, ...tasks, ...buttons, referenceNote(request)] };
  },
});

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
  return messageOf(
    sentences.asks(request, step),
    mrkdwn(sentences.askedBy(request)),
    paragraph(offboardingForms().summary(request).join('\n')),
    ...(context.earlier ? [mrkdwn(sentences.changes(context.earlier))] : []),
    ...(isPast ? [paragraph(sentences.passed(payload.termination_date))] : []),
    ...conversation(approval),
    ...(approval.decided ? [] : [paragraph(sentences.until(approval.lapsesAt, timezone))]),
  );
}

export function settled({ about: stored, ...about }: Omit<About, 'step'> & { about: unknown }): Message {
  const step = Asked.safeParse(stored).data?.step ?? 'first';
  const { text, blocks } = asking({ ...about, step });
  const { decided } = about.approval;
  const said = decided ? [markedNote(say().decided(decided))] : [];
  return { text: fallback(text), blocks: [...blocks, ...said, referenceNote(about.request)] };
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

/** Texts that replace requests for approval in Slack after the decision, keyed by message name. */
export function settledApprovals({ ledger, settings, clock }: Pick<Bot, 'ledger' | 'settings' | 'clock'>) {
  return {
    async [askedMessage.name]({
      request,
      about,
    }: Pick<AnsweredQuestion, 'request' | 'about'>): Promise<Message | undefined> {
      const approval = await ledger.approvalOf(request.id);
      if (!approval || !isOffboarding(request)) return undefined;
      const { timezone } = settings();
      return settled({ request, approval, about, timezone, now: clock.now() });
    },
  };
}

/** Sent only if the request doesn't start soon: otherwise the outcome's message says that it was approved. */
const approved = defineMessage({
  name: 'offboarding.approved',
  label: () => say().labels.approved,
  about: z.object({ by: z.string() }),
  is: isOffboarding,
  build({ by }, { request }) {
    if (request.outcome) return undefined;
    return messageOf(
      say().approved(request),
      mrkdwn(say().decided({ what: 'approved', by })),
      ...progressBlocks(request, request.state === 'pending', sayOffboarding()),
    );
  },
});

/** Time from the approval until the requester gets a message that it hasn't started yet, in milliseconds. */
const untilStarted = 10_000;

const declined = defineRequestMessage(
  'offboarding.declined',
  isOffboarding,
  async (request, { approvalOf }) => {
    const approval = await approvalOf(request.id);
    return messageOf(
      say().declined(request),
      ...(approval ? conversation(approval) : []),
      paragraph(say().notSent),
      ...row(...correctButtons(request)),
      referenceNote(request),
    );
  },
  () => say().labels.declined,
);

const lapsed = defineRequestMessage(
  'offboarding.lapsed',
  isOffboarding,
  (request) => messageOf(say().lapsed(request), paragraph(say().notSent), referenceNote(request)),
  () => say().labels.lapsed,
);

const askedBack = defineMessage({
  name: 'offboarding.askedBack',
  label: () => say().labels.askedBack,
  about: z.object({ note: z.int() }),
  is: isOffboarding,
  async build({ note }, { request, approvalOf }) {
    const approval = await approvalOf(request.id);
    const question = approval?.notes.find(({ id }) => id === note);
    if (!question || request.state !== 'awaiting_approval') return undefined;
    return messageOf(
      say().askedBack(request),
      ...listedMarkup([say().written(question)]),
      ...row(answerButton(request)),
      referenceNote(request),
    );
  },
});

export const approvalMessages = [approved, declined, lapsed, askedBack].map(asReply);

/** Prefix of purposes whose messages ask for a decision, and show it later. */
const asks = 'undecided approval';

export function approvalAnnouncements(request: OffboardingRequest, news: ApprovalNews): NewMessage[] {
  const { requester } = request;
  const { toUser, toHr } = addressesOf(request);
  switch (news.kind) {
    case 'wanted':
      return [askedMessage.message(toHr(`${asks}:hr`), { step: 'first' })];
    case 'approved': {
      const due = new Date(news.at.getTime() + untilStarted);
      return [approved.message({ ...toUser('approval approved', requester), due }, { by: news.by })];
    }
    case 'asked':
      return [askedBack.message(toUser(`approval asked ${news.note}`, requester), { note: news.note })];
    case 'answered': {
      const purpose = `${asks} answer ${news.note}`;
      const forHr = askedMessage.message(toHr(`${purpose}:hr`), { step: 'answered' });
      if (news.to === undefined) return [forHr];
      const toAsker = toUser(`${purpose}:asker`, news.to);
      return [forHr, askedMessage.message(toAsker, { step: 'answered', isForAsker: true })];
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
    ...(hr ? [askedMessage.message(toHr(reminderPurpose(hr)), { step: hr })] : []),
    ...others.map((id) => askedMessage.message(toUser(`${asks} ${step}:${id}`, id), { step })),
  ];
}
