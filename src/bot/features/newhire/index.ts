import type { Repeating } from '../../../time/repeat.ts';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import { offer, peopleMenu, sequencesMenu } from '../../menus.ts';
import { anyOf } from '../../slack/forms/form.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { escapeMrkdwn, header, note, plain } from '../../slack/views/blocks.ts';
import { zonesMenu, zonesOf } from '../../zones.ts';
import { backToForm, receiveCheck } from './check/on-check.ts';
import { companionLeavingMessage, leavingNotes } from './check/second-look.ts';
import type { NewHireDeps } from './deps.ts';
import { createAutosave } from './drafts/autosave.ts';
import { offerDraft, offerDraftOfCheck } from './drafts/closing.ts';
import { closedMessage, draftBlocks, endedMessage } from './drafts/draft-notice.ts';
import { deleteDraft, resumeDraft, saveDraft } from './drafts/drafting.ts';
import { say as sayDrafts } from './drafts/messages.ts';
import { elsewhereFeature } from './elsewhere/feature.ts';
import { actions, checkId, draftActions, formId, newHireFields, offeredNow } from './form/fields.ts';
import { createFormWindows } from './form/form.ts';
import { followChanges, showMore } from './form/on-field-change.ts';
import { say } from './messages.ts';
import { answerMissing, missingButtons, missingMessages, watchStarts } from './missing.ts';
import { arrivalMessages, onJoin } from './on-join.ts';
import { receiveForm } from './on-submit.ts';
import { addLike, correct, openForm, openFormFromCommand, openFormFromMessage } from './open-modal.ts';
import { say as sayPerson } from './person-messages.ts';
import { showPlan } from './reminders/foretell.ts';
import { hireReminders } from './reminders/plan.ts';
import { formRehearsal, rehearseForm } from './reminders/rehearse.ts';
import { isHire } from './request.ts';
import { newHireMessages } from './result/announcements.ts';
import { correctButton, profileButtons } from './result/result.ts';
import { applyTemplate } from './templates/apply.ts';
import { chooseTemplate, useIds } from './templates/fields.ts';
import { say as sayTemplates } from './templates/messages.ts';
import { templatesWindow, templateWindow } from './templates/windows.ts';

/** Drafts shown in App Home, two blocks each. */
const shown = 5;

async function homePart(
  viewer: Viewer,
  { drafts, commands }: Pick<NewHireDeps, 'drafts' | 'commands'>,
  elsewhere: Pick<Feature, 'home'>,
): Promise<HomePart> {
  const { userId, role } = viewer;
  if (role !== 'hr') return {};
  const addedElsewhere = await elsewhere.home?.(viewer);
  const templates = sayTemplates(),
    sentences = sayDrafts(),
    { titles } = say();
  const own = await drafts.list(userId, shown + 1);
  return {
    buttons: [
      { type: 'button', style: 'primary', action_id: actions.open, text: plain(titles.form) },
      templatesWindow.button({}, { text: templates.manage }),
    ],
    blocks: [
      ...(addedElsewhere?.blocks ?? []),
      ...(own.length > 0 ? [header(sentences.title), ...draftBlocks(own.slice(0, shown))] : []),
      ...(own.length > shown ? [note(sentences.older(commands.newhire))] : []),
    ],
  };
}

export function newHireFeature(deps: NewHireDeps): Feature {
  const { commands } = deps;
  const elsewhere = elsewhereFeature(deps);
  const autosave = createAutosave(deps);
  let watching: Repeating | undefined;
  const forms = createFormWindows();
  const follow = followChanges(deps, forms);
  const apply = applyTemplate({ ...deps, autosave }, forms);
  const people = offer((query) => peopleMenu(deps, query));
  const sequences = offer((query) => sequencesMenu(deps, query, 'onboarding'));
  // Offsets depend on the start day entered in the form.
  const zones = offer((query, view) => {
    const values = newHireFields.read(view?.state?.values ?? {});
    const { snapshot, day } = offeredNow(values.start_day, deps);
    return zonesMenu(zonesOf(snapshot), query, day);
  });
  return {
    listeners: [
      on.command(commands.newhire, 'hr', openFormFromCommand({ ...deps, autosave })),
      on.shortcut('newhire', 'hr', openForm(deps)),
      on.shortcut('newhire_from_message', 'hr', openFormFromMessage({ ...deps, autosave })),
      on.action(actions.open, 'hr', openForm(deps)),
      on.action(actions.addAnother, 'hr', openForm(deps)),
      on.action(actions.correct, 'hr', correct(deps)),
      on.action(actions.saveDraft, 'hr', saveDraft(deps, forms)),
      on.action(actions.plan, 'hr', showPlan(deps)),
      on.action(actions.rehearse, 'hr', rehearseForm(deps)),
      on.action(draftActions.resume, 'hr', resumeDraft(deps)),
      on.action(draftActions.remove, 'hr', deleteDraft(deps)),
      on.change(newHireFields.elements('chosen'), 'hr', async (args) => {
        autosave.keepState(args);
        await follow(args);
      }),
      {
        ...on.change(newHireFields.elements('typed'), 'hr', async (args) => {
          await args.ack();
          autosave.keepState(args);
        }),
        isUnasked: true,
      },
      // Slack shows a warning sign at a button whose press isn't acknowledged, even if it only opens a link.
      on.action(actions.openProfile, 'hr', ({ ack }) => ack()),
      on.action(actions.cancelMissing, 'hr', answerMissing(true, deps)),
      on.action(actions.keepMissing, 'hr', answerMissing(false, deps)),
      ...templatesWindow.listeners(deps),
      ...templateWindow.listeners(deps),
      on.change(anyOf([...useIds, chooseTemplate]), 'hr', async (args) => {
        autosave.keepState(args);
        await apply(args);
      }),
      on.options(newHireFields.actionId('manager'), 'hr', people),
      on.options(newHireFields.actionId('buddy'), 'hr', people),
      on.options(newHireFields.actionId('sequences'), 'hr', sequences),
      on.options(newHireFields.actionId('timezone'), 'hr', zones),
      on.action(actions.more, 'hr', async (args) => {
        autosave.keepState(args);
        await showMore(deps, forms)(args);
      }),
      on.action(actions.addLike, 'hr', addLike(deps)),
      on.action(actions.back, 'hr', backToForm(deps)),
      on.view(formId, 'hr', receiveForm({ ...deps, autosave })),
      on.closed(formId, 'hr', offerDraft(deps, autosave)),
      on.closed(checkId, 'hr', offerDraftOfCheck(deps, autosave)),
      on.view(checkId, 'hr', receiveCheck(deps)),
      ...(elsewhere.listeners ?? []),
    ],
    events: [on.event('team_join', onJoin(deps))],
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
        ? sayPerson().missing.asks(request.context.personName)
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
