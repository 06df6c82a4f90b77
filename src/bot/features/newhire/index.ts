import type { Repeating } from '../../../time/clock.ts';
import { dayIn } from '../../../time/dates.ts';
import type { Bot } from '../../bot.ts';
import type { Feature, HomePart, Viewer } from '../../feature.ts';
import { isUncertain } from '../../ledger/requests/missing.ts';
import { on } from '../../slack/incoming/listeners.ts';
import { escapeMrkdwn, note, plain, row } from '../../slack/views/blocks.ts';
import { companionButtons, companionMessages, companionsWindow, told } from './companions.ts';
import { closedMessage, createAutosave, deleteDraft, draftBlocks, endedMessage } from './drafts/draft.ts';
import { say as sayDrafts } from './drafts/messages.ts';
import { dismiss, elsewhereMessages, elsewherePart } from './elsewhere/proposals.ts';
import { actions } from './form/fields.ts';
import { leavingNotes } from './form/warnings.ts';
import { formWindow, newHireCheck, planWindow } from './form/windows.ts';
import { importWindow } from './imports/entry.ts';
import { say as sayImports } from './imports/messages.ts';
import { createImportRun, emptyFile, importButtons } from './imports/run.ts';
import { unreachedMessage } from './imports/unreached.ts';
import { checkImport, confirmImport } from './imports/windows.ts';
import { say } from './messages.ts';
import { cancelStart, keepStart, missingButtons, missingMessages } from './missing.ts';
import { arrivalMessages, onJoin } from './on-join.ts';
import * as openers from './open-modal.ts';
import { hireReminders } from './reminders/plan.ts';
import { isHire } from './request.ts';
import { say as sayRequest } from './request-messages.ts';
import { newHireMessages } from './result/announcements.ts';
import { correctButton, profileButtons } from './result/result.ts';
import { movedMessage, tooManyMessage } from './starters/announcements.ts';
import { takeStarters } from './starters/intake.ts';
import { say as sayStarters } from './starters/messages.ts';
import { sourcesWindow, sourceWindows } from './starters/windows.ts';
import { say as sayTemplates } from './templates/messages.ts';
import { templatesWindow, templateWindow } from './templates/windows.ts';
import { watchList, watchStarts } from './watch-employees.ts';

/** Drafts shown in App Home, two blocks each. */
const shown = 5;

async function homePart({ userId, role }: Viewer, deps: Bot): Promise<HomePart> {
  const { drafts, commands } = deps;
  if (role !== 'hr') return {};
  const own = await drafts.list(userId, shown + 1);
  return {
    ...(await elsewherePart(deps)),
    buttons: [
      { type: 'button', style: 'primary', action_id: actions.open, text: plain(say().titles.form) },
      importWindow.button({}, { text: sayImports().title }),
    ],
    drafts: [
      ...own.slice(0, shown).map((draft) => draftBlocks([draft])),
      ...(own.length > shown ? [[note(sayDrafts().older(commands.newhire))]] : []),
    ],
  };
}

export function newHireFeature(services: Bot): Feature {
  const importing = createImportRun(services);
  const bot = { ...services, autosave: createAutosave(services), wakeImports: importing.wake };
  const { openForm, correct, addLike, announce, resumeDraft } = openers;
  let watching: readonly Repeating[] = [];
  return {
    listeners: [
      on.command(bot.commands.newhire, 'hr', openers.openFormFromCommand(bot)),
      on.shortcut('newhire', 'hr', openForm(bot)),
      on.shortcut('newhire_import', 'hr', (args, viewer) => importWindow.open({}, { ...bot, viewer }, args)),
      on.shortcut('newhire_from_message', 'hr', openers.openFormFromMessage(bot)),
      on.action(actions.open, 'hr', openForm(bot)),
      on.action(actions.addAnother, 'hr', openForm(bot)),
      // Slack shows a warning sign at a button whose press isn't acknowledged, even if it only opens a link.
      on.action(actions.openProfile, 'hr', ({ ack }) => ack()),
      ...[
        ...[correct, addLike, announce, dismiss, cancelStart, keepStart, told, resumeDraft, deleteDraft],
        ...importButtons,
      ].map((button) => button.listener(bot)),
      ...[
        ...[formWindow, planWindow, newHireCheck, companionsWindow, templatesWindow, templateWindow],
        ...[importWindow, checkImport, confirmImport, ...sourceWindows],
      ].flatMap((window) => window.listeners(bot)),
    ],
    events: [on.event('team_join', onJoin(bot))],
    home: (viewer) => homePart(viewer, bot),
    settings: ({ role }) =>
      role === 'hr'
        ? row(
            templatesWindow.button({}, { text: sayTemplates().manage }),
            sourcesWindow.button({}, { text: sayStarters().sources.title }),
          )
        : [],
    messages: [
      ...newHireMessages,
      ...arrivalMessages,
      closedMessage(bot),
      endedMessage,
      ...missingMessages,
      ...companionMessages(bot),
      ...hireReminders,
      ...elsewhereMessages(bot),
      ...importing.messages,
      emptyFile,
      unreachedMessage(bot),
      movedMessage,
      tooManyMessage,
    ],
    async begin() {
      watching = [watchStarts(bot), watchList(bot), takeStarters(bot)];
      importing.begin();
    },
    async stop() {
      await Promise.all([...watching.map(({ stop }) => stop()), bot.autosave.stop(), importing.stop()]);
    },
    requestNote: (request, { role }) =>
      role === 'hr' && isHire(request) && isUncertain(request)
        ? sayRequest().missing.asks(request.context.personName)
        : undefined,
    requestButtons: (request, viewer) =>
      viewer.role === 'hr' && isHire(request)
        ? [...(request.state === 'rejected' ? [correctButton(request)] : []), ...missingButtons(request)]
        : [],
    async personPage(request, { role }) {
      if (role !== 'hr' || !isHire(request)) return {};
      const around = request.state === 'done' && (await bot.ledger.presence.around(request));
      const stands = request.state === 'done' && request.calledOffAt === null;
      const today = dayIn(bot.settings().timezone, bot.clock.now());
      return {
        buttons: [...companionButtons(request), ...profileButtons(request, bot.settings().profileUrl)],
        lines: [
          ...(stands ? say().notNotified(request).split('\n').filter(Boolean) : []),
          ...(around ? leavingNotes(request, around, today) : []),
        ].map(escapeMrkdwn),
      };
    },
  };
}
