import type { Button } from '@slack/types';
import { repeatLater } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { asReply } from '../../requests/define-message.ts';
import { isKnownAsOwn, isOwnService } from '../../requests/follow.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { escapeMrkdwn, plain } from '../../slack/views/blocks.ts';
import { deputiesOn } from '../../storage/settings.ts';
import {
  approvalLines,
  approvalMessages,
  askedMessage,
  reminderMessages,
  reminderPurpose,
} from './approval/announcements.ts';
import { approvalMoments, mayApprove, nextWorkingMoment, type Step } from './approval/rules.ts';
import { answerButton, approvalButtons, approvalWindows, approve } from './approval/window.ts';
import { actions } from './fields.ts';
import {
  changeDay,
  correct,
  formWindow,
  offboardingCheck,
  offboardingConfirm,
  openForm,
  openFormFor,
  openFormFromCommand,
} from './form.ts';
import { say } from './messages.ts';
import { leavingReminders } from './reminders.ts';
import { isOffboarding, mayKnow, type OffboardingRequest } from './request.ts';
import { offboardingMessages } from './request-type.ts';
import { changeButtons, companionPoints, correctButtons } from './result.ts';

/** Minimum time between the last reminder and the end, in milliseconds. */
const timeAfterReminder = 20 * 3_600_000;

/** Time between two looks at open requests, in milliseconds. */
const lookEvery = 60_000;

type FollowDeps = Pick<Bot, 'ledger' | 'settings' | 'findEmployee' | 'clock' | 'log'>;

/** Reminds the people who may decide, and ends requests nobody decided in time, once across processes. */
export function followApprovals({ ledger, settings, findEmployee, clock, log }: FollowDeps) {
  async function follow({ request, lapsesAt }: { request: Request; lapsesAt: Date }): Promise<void> {
    if (!isOffboarding(request)) return;
    const now = clock.now();
    const current = settings();
    const moments = approvalMoments(new Date(request.createdAt), lapsesAt, current);
    const finalStep = moments.last > moments.again ? ('last' as const) : ('again' as const);
    if (lapsesAt <= now && (await hasLapsed(request, finalStep, now))) return;
    const again = now >= moments.again ? ('again' as const) : undefined;
    const hr = now >= moments[finalStep] ? finalStep : again;
    const standIns = deputiesOn(dayIn(current.timezone, now), current.approvals);
    const told = now >= moments.deputies ? await withoutLeaver(standIns, request) : [];
    for (const message of reminderMessages(request, { hr, deputies: told })) await ledger.enqueue(message);
  }

  /** Extends the deadline if Frontdesk wasn't running when the last reminder was due. */
  async function hasLapsed({ id }: Request, finalStep: Step, now: Date): Promise<boolean> {
    const reminded = await ledger.writtenAt(id, reminderPurpose(finalStep));
    const isFair = reminded !== undefined && now.getTime() - reminded.getTime() >= timeAfterReminder;
    if (isFair) await ledger.lapse(id);
    else await ledger.giveTime(id, nextWorkingMoment(now, settings()));
    return isFair;
  }

  /** A leaver must not learn of the departure here: if their Slack user can't be looked up, only HR is reminded. */
  async function withoutLeaver(userIds: readonly string[], request: OffboardingRequest): Promise<string[]> {
    if (userIds.length === 0) return [];
    try {
      const leaver = await findEmployee(request.payload.user, new Date(request.createdAt));
      return userIds.filter((id) => !('userId' in leaver && leaver.userId === id));
    } catch (err) {
      log.warn({ err, requestId: request.id }, 'deputies cannot be reminded of a request to approve');
      return [];
    }
  }

  async function turn(): Promise<void> {
    for (const one of await ledger.awaitingApproval())
      await follow(one).catch((err: unknown) =>
        log.warn({ err, requestId: one.request.id }, 'nobody could be reminded of a request to approve'),
      );
  }

  const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up what has to be approved');
  return repeatLater({ clock, every: lookEvery, turn, onError });
}

export function offboardingFeature(deps: Bot): Feature {
  const { commands } = deps;
  const { begin, stop } = followApprovals(deps);
  return {
    listeners: [
      on.command(commands.offboard, 'managers', openFormFromCommand(deps)),
      on.shortcut('offboard', 'managers', openForm(deps)),
      on.action(actions.open, 'managers', openForm(deps)),
      on.action(actions.openFor, 'managers', openFormFor(deps)),
      ...[changeDay, correct, approve].map((button) => button.listener(deps)),
      ...[formWindow, offboardingCheck, offboardingConfirm, ...Object.values(approvalWindows)].flatMap(
        (window) => window.listeners(deps),
      ),
    ],
    home: () => ({
      buttons: [{ type: 'button', action_id: actions.open, text: plain(say().title) }],
    }),
    messages: [
      ...offboardingMessages,
      asReply(askedMessage.with(deps)),
      ...approvalMessages,
      ...leavingReminders,
    ],
    personPage: async (request, viewer) => ({
      buttons: changeButtons(request, viewer),
      lines: [...(await approvalLines(request, deps)), ...(await companionLines(request, viewer, deps))],
    }),
    requestButtons: (request, viewer) => buttonsOf(request, viewer, deps),
    async begin() {
      // Starts the check early: App Home can't wait for the service.
      void isOwnService(deps);
      await begin();
    },
    stop,
  };
}

async function companionLines(
  request: Request,
  viewer: Viewer,
  { ledger, settings, clock }: Bot,
): Promise<string[]> {
  if (!isOffboarding(request) || request.calledOffAt !== null || !mayKnow(request, viewer)) return [];
  const today = dayIn(settings().timezone, clock.now());
  const starts = await ledger.presence.startsWith(request.payload.user, today);
  return companionPoints(starts).map(({ text }) => escapeMrkdwn(text));
}

async function buttonsOf(request: Request, viewer: Viewer, deps: Bot): Promise<Button[]> {
  if (!isOffboarding(request)) return [];
  const { state, outcome, requester } = request;
  const isOwn = requester === viewer.userId;
  if (state === 'awaiting_approval') {
    if (mayApprove(request, viewer, deps)) return approvalButtons(request, isKnownAsOwn(deps));
    const isAskedBack = isOwn && (await deps.ledger.approvalOf(request.id))?.awaitsAnswer;
    return isAskedBack ? [answerButton(request)] : [];
  }
  const isRefused = outcome?.kind === 'rejected' || (outcome?.kind === 'cancelled' && outcome.why);
  // Departures are confidential: only the requester sees the input again.
  return isRefused && isOwn ? correctButtons(request) : [];
}
