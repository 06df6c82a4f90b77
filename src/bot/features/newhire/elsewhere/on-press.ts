import { answerPrivately } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { languageIn } from '../../../slack/incoming/reader.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import type { NewHireDeps } from '../deps.ts';
import { offeredNow } from '../form/offered.ts';
import { words } from '../words.ts';
import { elsewhereForm, insteadPage } from './pages.ts';
import { lookUp, whyOver } from './who.ts';

/** Handles "Announce", in a message or in App Home: opens the form, or a page that says why it can't. */
export function openAnnouncement(deps: NewHireDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const language = languageIn(args.context);
    const reference = args.action.value ?? '';
    const looked = await lookUp(reference, deps, language);
    const view =
      'why' in looked
        ? insteadPage(looked.why, language)
        : elsewhereForm(reference, looked.person, offeredNow(undefined, deps), language);
    await showAbove(deps.windows, args, view);
  };
}

/** Handles "Don’t announce". @param showDecisions updates every copy of the message that asked */
export function dismissPerson(deps: NewHireDeps, showDecisions: () => Promise<void>) {
  return async (args: ButtonArgs) => {
    const { ack, action, body, context } = args;
    await ack();
    const dismissed = await deps.ledger.elsewhere.dismiss(action.value ?? '', body.user.id);
    await showDecisions();
    if (dismissed.kind === 'dismissed') return;
    const language = languageIn(context);
    const { title, gone } = words[language].elsewhere;
    const why = dismissed.kind === 'over' ? await whyOver(dismissed.person, deps, language) : gone;
    await answerPrivately(args, title, why);
  };
}
