import { eventPayload } from '../../payloads/event.ts';
import { viewObject } from '../../payloads/view-object.ts';
import type { Slack } from '../../slack.ts';
import type { Outcome } from '../../verbs.ts';
import type { Client } from '../client.ts';

/** Opens the app's Home tab. What it shows comes from the app by `views.publish`, now or earlier. */
export async function openHome(slack: Slack, client: Client): Promise<Outcome> {
  const { app, workspace, ids } = slack;
  if (!app.hasHome) return { outcome: 'refused', text: `${app.name} has no Home tab.` };
  if (!app.events.has('app_home_opened')) return { outcome: 'done' };
  const { home, person } = client;
  const event = {
    type: 'app_home_opened',
    user: person.id,
    channel: workspace.direct(person.id).id,
    tab: 'home',
    ...(home && { view: viewObject(slack, home, home.elements) }),
    event_ts: ids.ts(),
  };
  await slack.delivery.announce(eventPayload(slack, event));
  return { outcome: 'done' };
}
