import type { Problem } from '../../contract/problem.ts';
import type { Settings } from '../feature.ts';
import {
  blockedAnnouncements,
  cancelledAnnouncements,
  goesOnAnnouncements,
  heldUpAnnouncements,
  setAsideAnnouncements,
  undecidedAnnouncements,
} from '../features/attention/announcements.ts';
import { newHireAnnouncements, unreachedAnnouncement } from '../features/newhire/result/announcements.ts';
import { profileOf } from '../features/newhire/result/profile.ts';
import * as newhire from '../features/newhire/result/result.ts';
import { offboardingAnnouncements } from '../features/offboarding/announcements.ts';
import * as offboarding from '../features/offboarding/result.ts';
import type { LedgerOptions } from '../ledger/ledger.ts';
import type { OutgoingMessage } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';

/** What the ledger tells people, worded by the features. Settings are read at each message. */
export function createWords(settings: () => Settings): LedgerOptions['words'] {
  return {
    ended: (request) => announcements(request, settings()),
    window: (request) => resultWindow(request, settings()),
    undecided: undecidedAnnouncements,
    unreached: (request, message) =>
      request.kind === 'newhire' ? unreachedAnnouncement(request, message) : undefined,
    heldUp: heldUpAnnouncements,
    blocked: (blocked) => blockedAnnouncements(blocked, blocked.channel === settings().privateChannel),
    setAside: setAsideAnnouncements,
    goesOn: goesOnAnnouncements,
  };
}

function announcements(request: Request, settings: Settings): OutgoingMessage[] {
  if (request.outcome?.kind === 'cancelled') return cancelledAnnouncements(request);
  return request.kind === 'newhire'
    ? newHireAnnouncements(request, settings)
    : offboardingAnnouncements(request);
}

/** In the place of a form that said that its request waits. */
function resultWindow(request: Request, { profileUrl }: Settings): OutgoingMessage | undefined {
  const view =
    request.kind === 'newhire'
      ? resultView(request, {
          doneView: (done) => newhire.doneView(done, profileOf(done, profileUrl)),
          refusedView: newhire.refusedView,
        })
      : resultView(request, offboarding);
  if (!view) return undefined;
  return { purpose: 'window', recipient: { view: request.context.viewId }, text: '', blocks: [view] };
}

interface ResultViews<R extends Request> {
  doneView(request: R): object;
  refusedView(request: R, problem: Problem): object;
}

function resultView<R extends Request>(request: R, views: ResultViews<R>): object | undefined {
  const { outcome } = request;
  if (outcome?.kind === 'done') return views.doneView(request);
  return outcome?.kind === 'refused' ? views.refusedView(request, outcome.problem) : undefined;
}
