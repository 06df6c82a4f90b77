import type { Settings } from '../feature.ts';
import {
  blockedAnnouncements,
  cancelledAnnouncements,
  goesOnAnnouncements,
  heldUpAnnouncements,
  setAsideAnnouncements,
  undecidedAnnouncements,
} from '../features/attention/announcements.ts';
import type { LedgerOptions } from '../ledger/ledger.ts';
import type { OutgoingMessage } from '../ledger/outbox/message.ts';
import type { Request } from '../ledger/requests/request.ts';
import type { RequestType, TypeOf } from '../requests/define-request.ts';

/** What the ledger tells people, worded by the features. Settings are read at each message. */
export function createWords(settings: () => Settings, typeOf: TypeOf): LedgerOptions['words'] {
  return {
    ended: (request) =>
      request.outcome?.kind === 'cancelled'
        ? cancelledAnnouncements(request)
        : typeOf(request).ended(request, settings()),
    window: (request) => resultWindow(request, typeOf(request), settings()),
    undecided: (request) => undecidedAnnouncements(request, typeOf(request)),
    unreached: (request, message) => typeOf(request).unreached?.(request, message),
    heldUp: heldUpAnnouncements,
    blocked: (blocked) => blockedAnnouncements(blocked, blocked.channel === settings().privateChannel),
    setAside: setAsideAnnouncements,
    goesOn: goesOnAnnouncements,
  };
}

/** In the place of a form that said that its request waits. */
function resultWindow(request: Request, type: RequestType, settings: Settings): OutgoingMessage | undefined {
  const view = resultView(request, type, settings);
  if (!view) return undefined;
  return { purpose: 'window', recipient: { view: request.context.viewId }, text: '', blocks: [view] };
}

function resultView(request: Request, type: RequestType, settings: Settings): object | undefined {
  const { outcome } = request;
  if (outcome?.kind === 'done') return type.doneView(request, settings);
  return outcome?.kind === 'refused' ? type.refusedView(request, outcome.problem) : undefined;
}
