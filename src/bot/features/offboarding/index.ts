import type { Button } from '@slack/types';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Feature, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { isKnownAsOwn, isOwnService } from '../../requests/follow.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { escapeMrkdwn, plain } from '../../slack/views/blocks.ts';
import { approvalLines, approvalMessages, defineAsked } from './approval/announcements.ts';
import { followApprovals } from './approval/remind.ts';
import { mayApprove } from './approval/rules.ts';
import { approvalButtons, approvalListeners } from './approval/window.ts';
import { mayKnow } from './earlier.ts';
import { actions } from './fields.ts';
import { formWindow, offboardingCheck } from './form.ts';
import { say } from './messages.ts';
import { changeDay, correct, openForm, openFormFor, openFormFromCommand } from './open.ts';
import { leavingReminders } from './reminders/plan.ts';
import { isOffboarding } from './request.ts';
import { offboardingMessages } from './request-type.ts';
import { changeButtons, companionPoints, correctButtons } from './result.ts';

export function offboardingFeature(deps: Bot): Feature {
  const { commands } = deps;
  const { begin, stop } = followApprovals(deps);
  return {
    listeners: [
      on.command(commands.offboard, 'managers', openFormFromCommand(deps)),
      on.shortcut('offboard', 'managers', openForm(deps)),
      on.action(actions.open, 'managers', openForm(deps)),
      on.action(actions.openFor, 'managers', openFormFor(deps)),
      ...[changeDay, correct].map((button) => button.listener(deps)),
      ...formWindow.listeners(deps),
      ...offboardingCheck.listeners(deps),
      ...approvalListeners(deps),
    ],
    home: () => ({
      buttons: [{ type: 'button', action_id: actions.open, text: plain(say().title) }],
    }),
    messages: [...offboardingMessages, defineAsked(deps), ...approvalMessages, ...leavingReminders],
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

function buttonsOf(request: Request, viewer: Viewer, deps: Bot): Button[] {
  if (!isOffboarding(request)) return [];
  if (request.state === 'awaiting_approval')
    return mayApprove(request, viewer, deps) ? approvalButtons(request, isKnownAsOwn(deps)) : [];
  const { outcome } = request;
  const isRefused = outcome?.kind === 'rejected' || (outcome?.kind === 'cancelled' && outcome.why);
  // Departures are confidential: only the requester sees the input again.
  return isRefused && request.requester === viewer.userId ? correctButtons(request) : [];
}
