import type { Feature } from '../../feature.ts';
import { on } from '../../slack/incoming/listeners.ts';
import type { RemindersDeps } from './deps.ts';
import { actions } from './ids.ts';
import { resumeReminders, snooze, stopReminders, stopTasks } from './on-press.ts';
import { rehearsalMessage, rehearse, rehearseButtons } from './rehearse.ts';

/** Reminder buttons (stop, snooze), and the rehearsal of a request's messages. */
export function remindersFeature(deps: RemindersDeps): Feature {
  return {
    listeners: [
      // Buddies may have no access to Frontdesk; these buttons affect only their own reminders.
      on.action(actions.stop, 'members', stopReminders(deps)),
      on.action(actions.stopTasks, 'members', stopTasks(deps)),
      on.action(actions.resume, 'members', resumeReminders(deps)),
      on.action(actions.snooze, 'members', snooze(deps)),
      on.action(actions.rehearse, 'managers', rehearse(deps)),
    ],
    messages: [rehearsalMessage(deps)],
    requestPage: async (request, viewer, counts) => ({
      buttons: counts ? await rehearseButtons(request, viewer, deps) : [],
    }),
  };
}
