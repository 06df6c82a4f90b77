import type { Feature } from '../../feature.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { attentionMessages } from './announcements.ts';
import { answer } from './answer.ts';
import { asidePart, discard, takeUp } from './aside.ts';
import { actions } from './fields.ts';
import { questionButtons } from './outgoing.ts';
import { followAnswers } from './show-answers.ts';

/** A person says what Frontdesk could not find out. */
export const troubles: Feature = {
  name: 'troubles',
  register(deps) {
    const { app, only } = deps;
    const showAnswers = followAnswers(deps);
    app.action(actions.yes, only('managers'), answer(deps, true, showAnswers));
    app.action(actions.no, only('managers'), answer(deps, false, showAnswers));
    app.action(actions.takeUp, only('hr'), takeUp(deps));
    app.action(actions.discard, only('hr'), discard(deps));
  },
  requestNote: (request, { typeOf }) =>
    request.state === 'undecided' && request.question
      ? typeOf(request).question(request, request.question).text
      : undefined,
  requestButtons(request, viewer, { typeOf }) {
    const type = typeOf(request);
    return request.state === 'undecided' && request.question && mayDecide(request, type, viewer)
      ? questionButtons(request, type.question(request, request.question))
      : [];
  },
  home: asidePart,
  messages: attentionMessages,
};
