import type { Feature } from '../../feature.ts';
import { offer, peopleMenu, sequencesMenu } from '../../menus.ts';
import { readForm } from '../../slack/inputs.ts';
import { actions, formId } from './fields.ts';
import { addAnother, correct, openForm, openFormFromCommand } from './open.ts';
import { receiveForm } from './receive.ts';
import { zonesMenu } from './zones.ts';

/** HR adds somebody who is about to start. */
export const newhire: Feature = {
  name: 'newhire',
  register(deps) {
    const { app, only, commands, directory, clock } = deps;
    const people = offer((query) => peopleMenu(directory, query));
    const sequences = offer((query) => sequencesMenu(directory, query, 'onboarding'));
    // Offsets are those of the start day that stands in the form.
    const zones = offer((query, view) => {
      const startDay = readForm(view?.state?.values ?? {}).text('start_day');
      return zonesMenu(directory, query, startDay, clock.now());
    });
    app.command(commands.newhire, only('hr'), openFormFromCommand(deps));
    app.shortcut('newhire', only('hr'), openForm(deps));
    app.shortcut('newhire_from_message', only('hr'), openForm(deps));
    app.action(actions.open, only('hr'), openForm(deps));
    app.action(actions.addAnother, only('hr'), addAnother(deps));
    app.action(actions.correct, only('hr'), correct(deps));
    app.options(actions.field('manager'), only('hr'), people);
    app.options(actions.field('buddy'), only('hr'), people);
    app.options(actions.field('sequences'), only('hr'), sequences);
    app.options(actions.field('timezone'), only('hr'), zones);
    app.view(formId, only('hr'), receiveForm(deps));
  },
};
