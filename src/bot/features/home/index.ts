import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { AppHomeOpenedEvent } from '@slack/types';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { refusal } from '../../slack/access.ts';
import { originOf } from '../../slack/origin.ts';
import { homeView } from './view.ts';

/** How many of the viewer's requests are shown: two blocks each, of the hundred that Slack takes. */
const shown = 20;

/** App Home. */
export const home: Feature = {
  name: 'home',
  register(deps) {
    // Everybody can open the tab; what it shows is decided inside, by the same function as everywhere.
    deps.app.event('app_home_opened', publish(deps));
  },
};

type Args = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs;

function publish({ access, ledger }: FeatureDeps) {
  return async ({ event, body, client }: Args) => {
    if (!isHomeTab(event)) return;
    const standing = await access.standingOf(event.user, originOf(body).teamId);
    const requests = await ledger.list(shown, event.user);
    const view = homeView({ standing, refusal: refusal(standing, access.lists()), requests });
    await client.views.publish({ user_id: event.user, view });
  };
}

function isHomeTab(event: AppHomeOpenedEvent): boolean {
  return event.tab === 'home';
}
