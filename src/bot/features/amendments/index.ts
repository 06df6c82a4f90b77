import type { Feature, RequestPart, Viewer } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import type { RequestType } from '../../requests/define-request.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { requestButton } from '../../requests/result-views.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { cut } from '../../slack/views/blocks.ts';
import { amendmentMessages } from './announcements.ts';
import type { AmendmentDeps } from './deps.ts';
import { actions, formId } from './fields.ts';
import { followedMessage } from './follow.ts';
import { say } from './messages.ts';
import { openAmendment, receiveAmendment } from './on-press.ts';
import { possibleOf } from './told.ts';

/** Feature for changes to a finished request: another day, a cancellation, or its reversal. */
export function amendmentsFeature(deps: AmendmentDeps): Feature {
  const { typeOf } = deps;
  return {
    listeners: [
      on.action(actions.moved, 'managers', openAmendment('moved', deps)),
      on.action(actions.calledOff, 'managers', openAmendment('calledOff', deps)),
      on.action(actions.resumed, 'managers', openAmendment('resumed', deps)),
      on.view(formId, 'managers', receiveAmendment(deps)),
    ],
    requestNote: (request) => noteOf(request),
    requestPage: (request, viewer, counts) => (counts ? partOf(request, viewer, typeOf(request)) : {}),
    messages: [...amendmentMessages, followedMessage(deps)],
  };
}

function partOf(request: Request, viewer: Viewer, type: RequestType): RequestPart {
  const { personName: name } = request.context;
  const possible = mayDecide(request, type, viewer) ? possibleOf(request, type) : [];
  const buttons = possible.map(({ kind, sentences: { button } }) =>
    requestButton(request, actions[kind], button, cut(`${button}: ${name}`, 75)),
  );
  return { buttons };
}

function noteOf(request: Request) {
  return request.amendments > 0 && request.day !== null ? say().movedNote(request.day) : undefined;
}
