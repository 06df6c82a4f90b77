import { z } from 'zod';
import { dayIn } from '../../../../time/dates.ts';
import type { Bot } from '../../../bot.ts';
import type { Approval } from '../../../ledger/approvals.ts';
import type { NewMessage } from '../../../ledger/outbox/enqueue.ts';
import type { Request } from '../../../ledger/requests/request.ts';
import type { Previews } from '../../../preview/preview.ts';
import { taskBlocks } from '../../../preview/preview-blocks.ts';
import { defineMessage } from '../../../requests/define-message.ts';
import { type Message, referenceNote } from '../../../requests/result-views.ts';
import { escapeMrkdwn, fallback, mrkdwn, paragraph } from '../../../slack/views/blocks.ts';
import { isOwnService } from '../earlier.ts';
import { offboardingForms } from '../fields.ts';
import { isOffboarding, type OffboardingRequest } from '../request.ts';
import { say } from './messages.ts';
import { Step } from './rules.ts';
import { approvalButtons, conversation } from './window.ts';

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
  return defineMessage({
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
  });
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
