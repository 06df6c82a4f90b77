import type { Feature } from '../../feature.ts';
import type { RemindersDeps } from './deps.ts';
import { actions } from './ids.ts';
import { resumeReminders, snooze, stopReminders, stopTasks } from './on-press.ts';
import { rehearsalMessage, rehearse, rehearseButtons } from './rehearse.ts';

/** Reminder buttons (stop, snooze), and the rehearsal of a request's messages. */
export function remindersFeature(deps: RemindersDeps): Feature {
  const { app, only } = deps;
  return {
    register() {
      // Buddies may have no access to Frontdesk; these buttons affect only their own reminders.
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
