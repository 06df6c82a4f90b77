import type { Feature } from '../../feature.ts';
import type { Request } from '../../ledger/requests/request.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { attentionMessages } from './announcements.ts';
import { answer, dismiss, mayDismiss } from './answer.ts';
import { asidePart, discard, takeUp } from './aside.ts';
import type { AttentionDeps } from './deps.ts';
import { actions } from './fields.ts';
import { dismissButton, questionButtons } from './outgoing.ts';
import { followAnswers } from './show-answers.ts';

/** Requests that need attention: questions to people, unreadable requests, refused requests and cancellations. */
export function attentionFeature(deps: AttentionDeps): Feature {
  const { app, only, typeOf } = deps;
  const { begin, show, stop } = followAnswers(deps);
  const asked = (request: Request) =>
    request.state === 'needs_review' && request.question
      ? typeOf(request).question(request, request.question)
      : undefined;
  return {
    register() {
      app.action(actions.yes, only('managers'), answer(deps, true, show));
      app.action(actions.no, only('managers'), answer(deps, false, show));
      app.action(actions.takeUp, only('hr'), takeUp(deps));
      app.action(actions.discard, only('hr'), discard(deps));
      app.action(actions.dismiss, only('managers'), dismiss(deps));
    },
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
