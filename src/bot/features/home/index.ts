import type {
  AllMiddlewareArgs,
  BlockAction,
  ButtonAction,
  SlackActionMiddlewareArgs,
  SlackEventMiddlewareArgs,
} from '@slack/bolt';
import type { HomeView } from '@slack/types';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { noticeView } from '../../slack/answer.ts';
import { refusal } from '../../slack/messages.ts';
import { openView } from '../../slack/open-view.ts';
import { originOf } from '../../slack/origin.ts';
import { actions } from './fields.ts';
import { decisions, title } from './messages.ts';
import { followHomes, type OpenHome } from './open-homes.ts';
import { homePart } from './part.ts';
import { closedHome, homeView } from './view.ts';

/** App Home. */
export const home: Feature = {
  name: 'home',
  register(deps) {
    const { app, only } = deps;
    const publish = publisher(deps);
    const { follow, stop } = followHomes(deps, publish);
    deps.atStop(stop);
    // Everybody can open the tab; what it shows is decided inside, by the same function as everywhere.
    app.event('app_home_opened', async ({ event, body }: OpenedArgs) => {
      if (event.tab !== 'home') return;
      const teamId = originOf(body).teamId;
      const opened = { userId: event.user, teamId, isFirst: event.view === undefined };
      follow(opened);
      await publish(opened, true);
    });
    app.action(actions.retry, only('managers'), decide(deps, 'retry'));
    app.action(actions.cancel, only('managers'), decide(deps, 'cancel'));
  },
  home: homePart,
};

type OpenedArgs = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs;
type ButtonArgs = SlackActionMiddlewareArgs<BlockAction<ButtonAction>> & AllMiddlewareArgs;

/** Shows App Home to somebody, unless it shows just that already. */
function publisher(deps: FeatureDeps) {
  const { client, log } = deps;
  const shown = new Map<string, string>();
  return async (home: OpenHome, evenIfTheSame = false): Promise<void> => {
    try {
      const view = await viewFor(home, deps);
      const text = JSON.stringify(view);
      if (!evenIfTheSame && shown.get(home.userId) === text) return;
      await client.views.publish({ user_id: home.userId, view });
      shown.set(home.userId, text);
    } catch (err) {
      log.warn({ err }, 'App Home could not be shown');
      if (evenIfTheSame) throw err;
    }
  };
}

async function viewFor({ userId, teamId, isFirst }: OpenHome, deps: FeatureDeps): Promise<HomeView> {
  const standing = await deps.access.standingOf(userId, teamId);
  if (standing !== 'hr' && standing !== 'manager') return closedHome(refusal(standing, deps.access.lists()));
  const viewer = { userId, standing };
  const parts = [];
  for (const feature of deps.features) parts.push((await feature.home?.(viewer, deps)) ?? {});
  return homeView({ viewer, isFirst, trouble: deps.ledger.trouble(), parts });
}

/** HR decides about every request, a manager about their own. The tab follows by itself. */
function decide({ ledger }: FeatureDeps, what: 'retry' | 'cancel') {
  return async ({ ack, body, action, client, context }: ButtonArgs) => {
    await ack();
    const request = await ledger.find(action.value ?? '');
    const may = context.standing === 'hr' || request?.requester === body.user.id;
    const decision =
      request && may ? await ledger[what](request.id, body.user.id) : { kind: 'gone' as const };
    if (decision.kind === 'taken') return;
    const view = noticeView(title, decisions[decision.kind]);
    await openView(client, body.trigger_id, view);
  };
}
