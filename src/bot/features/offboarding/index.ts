import type { Feature } from '../../feature.ts';
import { offer, peopleMenu, sequencesMenu } from '../../menus.ts';
import { plain } from '../../slack/views/blocks.ts';
import { offboardingMessages } from './announcements.ts';
import { backToForm, receiveCheck } from './check/on-check.ts';
import type { OffboardingDeps } from './deps.ts';
import { offboardingFields } from './fields.ts';
import { actions, checkId, formId } from './ids.ts';
import { receiveForm } from './on-submit.ts';
import { changeDay, correct, openForm, openFormFromCommand } from './open-modal.ts';
import { leavingReminders } from './reminders/plan.ts';
import { checkRehearsal, rehearseCheck } from './reminders/rehearse.ts';
import { isOffboarding } from './request.ts';
import { changeButtons, correctButtons } from './result.ts';
import { words } from './words.ts';

/** HR or a manager plans the last day of somebody who leaves. */
export function offboardingFeature(deps: OffboardingDeps): Feature {
  const { app, only, commands } = deps;
  return {
    register() {
      const people = offer((query, language) => peopleMenu(deps, query, language));
      const sequences = offer((query, language) => sequencesMenu(deps, query, language, 'offboarding'));
      app.command(commands.offboard, only('managers'), openFormFromCommand(deps));
      app.shortcut('offboard', only('managers'), openForm(deps));
      app.action(actions.open, only('managers'), openForm(deps));
      app.action(actions.change, only('managers'), changeDay(deps));
      app.action(actions.correct, only('managers'), correct(deps));
      app.action(actions.back, only('managers'), backToForm(deps));
      app.action(actions.rehearse, only('managers'), rehearseCheck(deps));
      app.options(offboardingFields.actionId('user'), only('managers'), people);
      app.options(offboardingFields.actionId('sequences'), only('managers'), sequences);
      app.view(formId, only('managers'), receiveForm(deps));
      app.view(checkId, only('managers'), receiveCheck(deps));
    },
    home: ({ language }) => ({
      buttons: [{ type: 'button', action_id: actions.open, text: plain(words[language].title) }],
    }),
    messages: [...offboardingMessages, ...leavingReminders, checkRehearsal(deps)],
    requestPage: (request, viewer, counts) => ({ buttons: counts ? changeButtons(request, viewer) : [] }),
    // A leaver is confidential: what was sent is shown again to its requester only.
    requestButtons: (request, viewer) =>
      isOffboarding(request) && request.state === 'rejected' && request.requester === viewer.userId
        ? correctButtons(request, viewer.language)
        : [],
  };
}
