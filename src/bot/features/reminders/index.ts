import type { Feature } from '../../feature.ts';
import type { RemindersDeps } from './deps.ts';
import { actions } from './ids.ts';
import { resumeReminders, snooze, stopReminders, stopTasks } from './on-press.ts';
import { rehearsalMessage, rehearse, rehearseButtons } from './rehearse.ts';

/** Whoever is reminded says that it is enough, or that later is better. */
export function remindersFeature(deps: RemindersDeps): Feature {
  const { app, only } = deps;
  return {
    register() {
      // A buddy need not be anybody in Frontdesk's lists; what they press concerns only themselves.
      app.action(actions.stop, only('members'), stopReminders(deps));
      app.action(actions.stopTasks, only('members'), stopTasks(deps));
      app.action(actions.resume, only('members'), resumeReminders(deps));
      app.action(actions.snooze, only('members'), snooze(deps));
      app.action(actions.rehearse, only('managers'), rehearse(deps));
    },
    messages: [rehearsalMessage(deps)],
    requestPage: async (request, viewer, counts) => ({
      buttons: counts ? await rehearseButtons(request, viewer, deps) : [],
    }),
  };
}
