import { viewObject } from '../../payloads/view-object.ts';
import { type Handler, type HandlerParts, refused } from '../perform.ts';

type Parts = Pick<HandlerParts, 'app' | 'workspace' | 'events'>;

/** Opens the app's Home tab. What it shows comes from the app by `views.publish`, now or earlier. */
export function openHomeHandler({ app, workspace, events }: Parts): Handler<'openHome'> {
  return async ({ home, person }) => {
    if (!app.hasHome) return refused(`${app.name} has no Home tab.`);
    await events.tell({
      type: 'app_home_opened',
      user: person.id,
      channel: workspace.direct(person.id).id,
      tab: 'home',
      ...(home && { view: viewObject(app, home, home.elements) }),
    });
    return { outcome: 'done' };
  };
}
