import type { Feature } from '../../feature.ts';
import { offer, peopleMenu, sequencesMenu } from '../../menus.ts';
import { plain } from '../../slack/views/blocks.ts';
import { actions, formId } from './fields.ts';
import { title } from './messages.ts';
import { followEmployee, tickedOnly } from './on-field-change.ts';
import { receiveForm } from './on-submit.ts';
import { correct, openForm, openFormFromCommand } from './open-modal.ts';
import { isOffboarding } from './request.ts';
import { canBeCorrected, correctButton } from './result.ts';

/** HR or a manager plans the last day of somebody who leaves. */
export const offboarding: Feature = {
  name: 'offboarding',
  register(deps) {
    const { app, only, commands } = deps;
    app.command(commands.offboard, only('managers'), openFormFromCommand(deps));
    app.shortcut('offboard', only('managers'), openForm(deps));
    app.action(actions.open, only('managers'), openForm(deps));
    app.action(actions.correct, only('managers'), correct(deps));
    app.action(actions.field('employee'), only('managers'), followEmployee(deps));
    app.action(actions.change, only('managers'), tickedOnly);
    app.options(
      actions.field('employee'),
      only('managers'),
      offer((query) => peopleMenu(deps, query)),
    );
    app.options(
      actions.field('sequences'),
      only('managers'),
      offer((query) => sequencesMenu(deps, query, 'offboarding')),
    );
    app.view(formId, only('managers'), receiveForm(deps));
  },
  home: () => ({
    buttons: [{ type: 'button', action_id: actions.open, text: plain(title) }],
  }),
  // A leaver is confidential: what was sent is shown again to its requester only.
  requestButtons: (request, viewer) =>
    isOffboarding(request) &&
    request.state === 'refused' &&
    request.requester === viewer.userId &&
    canBeCorrected(request)
      ? [correctButton(request)]
      : [],
};
