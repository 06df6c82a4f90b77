import { viewerOf } from '../../access/only.ts';
import type { Feature } from '../../feature.ts';
import { mayDecide } from '../../requests/may-decide.ts';
import { noticeView } from '../../slack/incoming/answer.ts';
import type { ButtonArgs, HomeArgs } from '../../slack/incoming/args.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import { openView } from '../../slack/views/open-view.ts';
import type { HomeDeps } from './deps.ts';
import { actions } from './home-blocks.ts';
import { followHomes } from './open-homes.ts';
import { createOutdatedHomes } from './outdated-homes.ts';
import { createPublisher } from './publish.ts';
import { words } from './words.ts';

/** App Home: what the features show, and the requests. Each page is kept as it should be, whoever published it. */
export function homeFeature(deps: HomeDeps): Feature {
  const { app, only, clock, homes, log } = deps;
  const publisher = createPublisher(deps);
  const outdated = createOutdatedHomes(deps, publisher);
  const notShown = (err: unknown) => log.warn({ err }, 'App Home could not be shown');
  const open = followHomes(
    deps,
    (opened, ledger) => publisher.show(opened, { evenIfTheSame: false, ledger }).catch(notShown),
    () => outdated.replaceAll().catch(notShown),
  );
  return {
    register() {
      // Everybody can open the tab; what it shows is decided inside, by the same function as everywhere.
      app.event('app_home_opened', async ({ event, body }: HomeArgs) => {
        if (event.tab !== 'home') return;
        const { teamId } = originOf(body);
        const isFirst = event.view === undefined;
        const opened = { userId: event.user, teamId, isFirst, openedAt: clock.now() };
        open.follow(opened);
        await publisher.show(opened, { evenIfTheSame: true });
      });
      app.action(actions.retry, only('managers'), decide(deps, 'retry'));
      app.action(actions.cancel, only('managers'), decide(deps, 'cancel'));
    },
    async begin() {
      const before = await homes.all();
      await open.begin(before.map((one) => ({ ...one, isFirst: false })).reverse());
      await outdated.askAboutAll();
    },
    stop() {
      outdated.stop();
      return open.stop();
    },
  };
}

/** HR decides about every request, a manager about their own. The tab follows by itself. */
function decide({ ledger, typeOf }: HomeDeps, what: 'retry' | 'cancel') {
  return async (args: ButtonArgs) => {
    const { ack, body, action } = args;
    await ack();
    const viewer = viewerOf(args);
    const request = await ledger.find(action.value ?? '');
    const may = request && mayDecide(request, typeOf(request), viewer);
    const decision =
      request && may ? await ledger[what](request.id, body.user.id) : { kind: 'gone' as const };
    if (decision.kind === 'taken') return;
    const { title, decisions } = words[viewer.language];
    await openView(args, noticeView(title, decisions[decision.kind], viewer.language));
  };
}
