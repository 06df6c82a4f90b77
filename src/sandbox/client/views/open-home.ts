import { viewObject } from '../../payloads/view-object.ts';
import type { Client } from '../client.ts';
import { done, type HandlerParts, refused } from '../perform.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'tellApp'>;

/** Opens the app's Home tab. The app fills it with `views.publish`, now or earlier. */
export async function openHome({ app, workspace, tellApp }: Parts, { home, person }: Client) {
  if (!app.hasHome) return refused(`${app.name} has no Home tab.`);
  await tellApp({
    type: 'app_home_opened',
    user: person.id,
    channel: workspace.direct(person.id).id,
    tab: 'home',
    ...(home && { view: viewObject(app, home, home.elements) }),
  });
  return done;
}
