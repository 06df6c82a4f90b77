import type { Repeating } from '../../../../time/repeat.ts';
import type { Feature } from '../../../feature.ts';
import { offer, peopleMenu } from '../../../menus.ts';
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
  const { app, only } = deps;
  const { messages, telling } = defineElsewhere(deps);
  const decisions = followDecisions(deps);
  let watching: Repeating | undefined;
  return {
    register() {
      const people = offer((query) => peopleMenu(deps, query));
      const zones = offer((query, view) => {
        const values = elsewhereFields.read(view?.state?.values ?? {});
        const { snapshot, day } = offeredNow(values.start_day, deps);
        return zonesMenu(zonesOf(snapshot), query, day);
      });
      app.action(actions.announce, only('hr'), openAnnouncement(deps));
      app.action(actions.dismiss, only('hr'), dismissPerson(deps, decisions.show));
      app.options(elsewhereFields.actionId('manager'), only('hr'), people);
      app.options(elsewhereFields.actionId('buddy'), only('hr'), people);
      app.options(elsewhereFields.actionId('timezone'), only('hr'), zones);
      app.view(formId, only('hr'), receiveForm(deps));
      app.view(checkId, only('hr'), receiveCheck(deps, decisions.show));
    },
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
