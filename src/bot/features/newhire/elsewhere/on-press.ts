import { answerPrivately } from '../../../slack/incoming/answer.ts';
import type { ButtonArgs } from '../../../slack/incoming/args.ts';
import { showAbove } from '../../../slack/views/open-view.ts';
import type { NewHireDeps } from '../deps.ts';
import { offeredNow } from '../form/offered.ts';
import { say } from './messages.ts';
import { elsewhereForm, insteadPage } from './pages.ts';
import { lookUp, whyOver } from './who.ts';

/** Handles "Announce", in a message or in App Home: opens the form, or a page that says why it can't. */
export function openAnnouncement(deps: NewHireDeps) {
  return async (args: ButtonArgs) => {
    await args.ack();
    const reference = args.action.value ?? '';
    const looked = await lookUp(reference, deps);
    const view =
      'why' in looked
        ? insteadPage(looked.why)
        : elsewhereForm(reference, looked.person, offeredNow(undefined, deps));
    await showAbove(deps.windows, args, view);
  };
}

/** Handles "Don’t announce". @param showDecisions updates every copy of the message that asked */
export function dismissPerson(deps: NewHireDeps, showDecisions: () => Promise<void>) {
  return async (args: ButtonArgs) => {
    const { ack, action, body } = args;
    await ack();
    const dismissed = await deps.ledger.elsewhere.dismiss(action.value ?? '', body.user.id);
    await showDecisions();
    if (dismissed.kind === 'dismissed') return;
    const { title, gone } = say();
    const why = dismissed.kind === 'over' ? await whyOver(dismissed.person, deps) : gone;
    await answerPrivately(args, title, why);
  };
}
