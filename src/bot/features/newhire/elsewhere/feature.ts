import type { Repeating } from '../../../../time/repeat.ts';
import type { Feature } from '../../../feature.ts';
import { offer, peopleMenu } from '../../../menus.ts';
import { on } from '../../../slack/incoming/listeners.ts';
import { zonesMenu, zonesOf } from '../../../zones.ts';
import type { NewHireDeps } from '../deps.ts';
import { offeredNow } from '../form/offered.ts';
import { defineElsewhere } from './announcements.ts';
import { elsewhereFields } from './fields.ts';
import { followDecisions } from './follow-decisions.ts';
import { elsewherePart } from './home.ts';
import { actions, checkId, formId } from './ids.ts';
import { dismissPerson, openAnnouncement } from './on-press.ts';
import { receiveCheck, receiveForm } from './on-submit.ts';
import { watchList } from './watch-list.ts';

/** People added to the service by others: HR is asked whether to announce them. */
export function elsewhereFeature(deps: NewHireDeps): Feature & Required<Pick<Feature, 'begin' | 'stop'>> {
  const { messages, telling } = defineElsewhere(deps);
  const decisions = followDecisions(deps);
  let watching: Repeating | undefined;
  const people = offer((query) => peopleMenu(deps, query));
  const zones = offer((query, view) => {
    const values = elsewhereFields.read(view?.state?.values ?? {});
    const { snapshot, day } = offeredNow(values.start_day, deps);
    return zonesMenu(zonesOf(snapshot), query, day);
  });
  return {
    listeners: [
      on.action(actions.announce, 'hr', openAnnouncement(deps)),
      on.action(actions.dismiss, 'hr', dismissPerson(deps, decisions.show)),
      on.options(elsewhereFields.actionId('manager'), 'hr', people),
      on.options(elsewhereFields.actionId('buddy'), 'hr', people),
      on.options(elsewhereFields.actionId('timezone'), 'hr', zones),
      on.view(formId, 'hr', receiveForm(deps)),
      on.view(checkId, 'hr', receiveCheck(deps, decisions.show)),
    ],
    home: (viewer) => elsewherePart(viewer, deps),
    messages,
    async begin() {
      watching = watchList(deps, telling);
      await decisions.begin();
    },
    async stop() {
      await watching?.stop();
      await decisions.stop();
    },
  };
}
