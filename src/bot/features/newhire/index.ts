import type { Repeating } from '../../../time/repeat.ts';
import type { Feature } from '../../feature.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import { offer, peopleMenu, sequencesMenu } from '../../menus.ts';
import { escapeMrkdwn } from '../../slack/views/blocks.ts';
import { zonesMenu, zonesOf } from '../../zones.ts';
import { arrivalMessages } from './arrivals/announcements.ts';
import { onJoin } from './arrivals/on-join.ts';
import { backToForm, receiveCheck } from './check/on-check.ts';
import type { NewHireDeps } from './deps.ts';
import { createAutosave } from './drafts/autosave.ts';
import { offerDraft, offerDraftOfCheck } from './drafts/closing.ts';
import { closedMessage, endedMessage } from './drafts/draft-notice.ts';
import { deleteDraft, resumeDraft, saveDraft } from './drafts/drafting.ts';
import { elsewhereFeature } from './elsewhere/feature.ts';
import { newHireFields } from './form/fields.ts';
import { createFormWindows } from './form/form-windows.ts';
import { actions, checkId, draftActions, formId } from './form/ids.ts';
import { offeredNow } from './form/offered.ts';
import { followChanges, showMore } from './form/on-field-change.ts';
import { homePart } from './home.ts';
import { companionLeavingMessage, leavingNotes } from './leaving/leaving.ts';
import { say } from './missing/messages.ts';
import { answerMissing, missingButtons, missingMessages, watchStarts } from './missing/missing.ts';
import { receiveForm } from './on-submit.ts';
import { addLike, correct, openForm, openFormFromCommand, openFormFromMessage } from './open-modal.ts';
import { showPlan } from './reminders/foretell.ts';
import { hireReminders } from './reminders/plan.ts';
import { formRehearsal, rehearseForm } from './reminders/rehearse.ts';
import { isHire } from './request.ts';
import { newHireMessages } from './result/announcements.ts';
import { correctButton, profileButtons } from './result/result.ts';
import { rehearseSample, sampleRehearsal } from './sample/rehearse-sample.ts';
import { templateFields } from './templates/fields.ts';
import { registerTemplates } from './templates/register.ts';

/** Feature in which HR adds a new hire. */
export function newHireFeature(deps: NewHireDeps): Feature {
  const { app, only, commands } = deps;
  const elsewhere = elsewhereFeature(deps);
  const autosave = createAutosave(deps);
  let watching: Repeating | undefined;
  return {
    register() {
      const forms = createFormWindows();
      const follow = followChanges(deps, forms);
      const people = offer((query) => peopleMenu(deps, query));
      const sequences = offer((query) => sequencesMenu(deps, query, 'onboarding'));
      // Offsets depend on the start day entered in the form.
      const zones = offer((query, view) => {
        const values = newHireFields.read(view?.state?.values ?? {});
        const { snapshot, day } = offeredNow(values.start_day, deps);
        return zonesMenu(zonesOf(snapshot), query, day);
      });
      app.command(commands.newhire, only('hr'), openFormFromCommand({ ...deps, autosave }));
      app.shortcut('newhire', only('hr'), openForm(deps));
      app.shortcut('newhire_from_message', only('hr'), openFormFromMessage({ ...deps, autosave }));
      app.action(actions.open, only('hr'), openForm(deps));
      app.action(actions.addAnother, only('hr'), openForm(deps));
      app.action(actions.correct, only('hr'), correct(deps));
      app.action(actions.saveDraft, only('hr'), saveDraft(deps, forms));
      app.action(actions.plan, only('hr'), showPlan(deps));
      app.action(actions.rehearse, only('hr'), rehearseForm(deps));
      app.action(actions.rehearseSample, only('hr'), rehearseSample(deps));
      app.action(draftActions.resume, only('hr'), resumeDraft(deps));
      app.action(draftActions.remove, only('hr'), deleteDraft(deps));
      app.action(newHireFields.elements('chosen'), only('hr'), async (args) => {
        autosave.keepState(args);
        await follow(args);
      });
      app.action(newHireFields.elements('typed'), only('hr', 'unasked'), async (args) => {
        await args.ack();
        autosave.keepState(args);
      });
      // Slack shows a warning sign at a button whose press isn't acknowledged, even if it only opens a link.
      app.action(actions.openProfile, only('hr'), ({ ack }) => ack());
      app.action(actions.cancelMissing, only('hr'), answerMissing(true, deps));
      app.action(actions.keepMissing, only('hr'), answerMissing(false, deps));
      registerTemplates({ ...deps, autosave }, forms);
      for (const fields of [newHireFields, templateFields]) {
        app.options(fields.actionId('manager'), only('hr'), people);
        app.options(fields.actionId('buddy'), only('hr'), people);
        app.options(fields.actionId('sequences'), only('hr'), sequences);
        app.options(fields.actionId('timezone'), only('hr'), zones);
      }
      app.action(actions.more, only('hr'), async (args) => {
        autosave.keepState(args);
        await showMore(deps, forms)(args);
      });
      app.action(actions.addLike, only('hr'), addLike(deps));
      app.action(actions.back, only('hr'), backToForm(deps));
      app.view(formId, only('hr'), receiveForm({ ...deps, autosave }));
      app.closed(formId, only('hr'), offerDraft(deps, autosave));
      app.closed(checkId, only('hr'), offerDraftOfCheck(deps, autosave));
      app.view(checkId, only('hr'), receiveCheck(deps));
      app.event('team_join', onJoin(deps));
      elsewhere.register();
    },
    home: (viewer) => homePart(viewer, deps, elsewhere),
    messages: [
      ...newHireMessages,
      ...arrivalMessages,
      closedMessage(deps),
      endedMessage,
      companionLeavingMessage(deps),
      ...missingMessages,
      ...hireReminders,
      formRehearsal(deps),
      sampleRehearsal(deps),
      ...(elsewhere.messages ?? []),
    ],
    async begin() {
      watching = watchStarts(deps);
      await elsewhere.begin();
    },
    async stop() {
      await Promise.all([watching?.stop(), elsewhere.stop(), autosave.stop()]);
    },
    requestNote: (request, { role }) =>
      role === 'hr' && isHire(request) && isUncertain(request)
        ? say().asks(request.context.personName)
        : undefined,
    requestButtons: (request, viewer) =>
      viewer.role === 'hr' && isHire(request)
        ? [...(request.state === 'rejected' ? [correctButton(request)] : []), ...missingButtons(request)]
        : [],
    async requestPage(request, { role }, counts) {
      if (role !== 'hr' || !isHire(request)) return {};
      const around = counts && request.state === 'done' && (await deps.ledger.presence.around(request));
      return {
        buttons: profileButtons(request, deps.settings().profileUrl),
        lines: around ? leavingNotes(request, around).map(escapeMrkdwn) : [],
      };
    },
  };
}
