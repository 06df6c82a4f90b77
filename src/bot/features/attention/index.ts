import type { Feature } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { mayDecide } from '../../requests/may-see.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { attentionMessages } from './announcements.ts';
import { answer, dismiss, mayDismiss } from './answer.ts';
import { asidePart, discard, takeUp } from './aside.ts';
import { actions, dismissButton, questionButtons } from './outgoing.ts';
import { type AttentionDeps, followAnswers } from './question-message.ts';

export function attentionFeature(deps: AttentionDeps): Feature {
  const { typeOf } = deps;
  const { begin, show, stop } = followAnswers(deps);
  const asked = (request: Request) =>
    request.state === 'needs_review' && request.question
      ? typeOf(request).question(request, request.question)
      : undefined;
  return {
    listeners: [
      on.action(actions.yes, 'managers', answer(deps, true, show)),
      on.action(actions.no, 'managers', answer(deps, false, show)),
      on.action(actions.takeUp, 'hr', takeUp(deps)),
      on.action(actions.discard, 'hr', discard(deps)),
      on.action(actions.dismiss, 'managers', dismiss(deps)),
    ],
    requestNote: (request) => asked(request)?.text,
    requestButtons(request, viewer) {
      const question = mayDecide(request, typeOf(request), viewer) && asked(request);
      if (question) return questionButtons(request, question);
      return mayDismiss(request, typeOf(request), viewer) ? [dismissButton(request)] : [];
    },
    home: (viewer) => asidePart(viewer, deps),
    messages: attentionMessages,
    begin,
    stop,
  };
}
