import type { Feature, FeatureDeps } from '../../feature.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import type { ButtonArgs, HomeArgs } from '../../slack/incoming/args.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { openView } from '../../slack/views/open-view.ts';
import { actions } from './fields.ts';
import { homePart } from './home-blocks.ts';
import { decisions, title } from './messages.ts';
import { followHomes } from './open-homes.ts';
import { createOutdatedHomes } from './outdated-homes.ts';
import { createPublisher, type Publisher } from './publish.ts';

/** App Home. */
export const home: Feature = {
  name: 'home',
  register(deps) {
    const { app, only, clock } = deps;
    const publisher = createPublisher(deps);
    const follow = followAll(deps, publisher);
    // Everybody can open the tab; what it shows is decided inside, by the same function as everywhere.
    app.event('app_home_opened', async ({ event, body }: HomeArgs) => {
      if (event.tab !== 'home') return;
      const teamId = originOf(body).teamId;
      const isFirst = event.view === undefined;
      const opened = { userId: event.user, teamId, isFirst, openedAt: clock.now() };
      follow(opened);
      await publisher.show(opened, { evenIfTheSame: true });
    });
    app.action(actions.retry, only('managers'), decide(deps, 'retry'));
    app.action(actions.cancel, only('managers'), decide(deps, 'cancel'));
  },
  home: homePart,
};

/** Keeps every page as it should be, whoever published it. @returns what begins to follow one that was opened */
function followAll(deps: FeatureDeps, publisher: Publisher) {
  const { homes, log } = deps;
  const outdated = createOutdatedHomes(deps, publisher);
  const notShown = (err: unknown) => log.warn({ err }, 'App Home could not be shown');
  const { follow, begin, stop } = followHomes(
    deps,
    (opened) => publisher.show(opened, { evenIfTheSame: false }).catch(notShown),
    () => outdated.replaceAll().catch(notShown),
  );
  deps.atStart(async () => {
    const before = await homes.all();
    await begin(before.map((one) => ({ ...one, isFirst: false })).reverse());
    await outdated.askAboutAll();
  });
  deps.atStop(async () => {
    outdated.stop();
    await stop();
  });
  return follow;
}

/** HR decides about every request, a manager about their own. The tab follows by itself. */
function decide({ ledger, typeOf }: FeatureDeps, what: 'retry' | 'cancel') {
  return async ({ ack, body, action, client, context }: ButtonArgs) => {
    await ack();
    const request = await ledger.find(action.value ?? '');
    const standing = context.standing === 'hr' ? ('hr' as const) : ('manager' as const);
    const may = request && mayDecide(request, typeOf(request), { userId: body.user.id, standing });
    const decision =
      request && may ? await ledger[what](request.id, body.user.id) : { kind: 'gone' as const };
    if (decision.kind === 'taken') return;
    const view = noticeView(title, decisions[decision.kind]);
    await openView(client, body.trigger_id, view);
  };
}
