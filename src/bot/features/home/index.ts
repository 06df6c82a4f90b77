import type { Feature } from '../../feature.ts';
import { anyOf } from '../../slack/forms/form.ts';
import type { HomeArgs } from '../../slack/incoming/args.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import type { HomeDeps } from './deps.ts';
import { actions, views } from './ids.ts';
import { openRequests, search, searchAtOnce, showTimeline, turnPage } from './lists/on-lists.ts';
import { followHomes } from './open-homes.ts';
import { createOutdatedHomes } from './outdated-homes.ts';
import { decide, requestPages } from './page/on-page.ts';
import { createPublisher } from './publish.ts';

/** App Home: the features' parts, and the requests. Published pages are kept up to date across processes. */
export function homeFeature(deps: HomeDeps): Feature {
  const { app, only, clock, homes, log } = deps;
  const publisher = createPublisher(deps);
  const outdated = createOutdatedHomes(deps, publisher);
  const pages = requestPages(deps);
  deps.requestPages.serve(pages.showAgain);
  const notShown = (err: unknown) => log.warn({ err }, 'App Home could not be shown');
  const open = followHomes(
    deps,
    (opened, ledger) => publisher.show(opened, { evenIfTheSame: false, ledger }).catch(notShown),
    () => outdated.replaceAll().catch(notShown),
  );
  return {
    register() {
      // Anyone can open the tab; `publisher.show` checks their access.
      app.event('app_home_opened', async ({ event, body }: HomeArgs) => {
        if (event.tab !== 'home') return;
        const { teamId } = originOf(body);
        const isFirst = event.view === undefined;
        const opened = { userId: event.user, teamId, isFirst, openedAt: clock.now() };
        open.follow(opened);
        await publisher.show(opened, { evenIfTheSame: true });
      });
      app.action(actions.retry, only('managers'), decide(deps, 'retry', pages));
      app.action(actions.cancel, only('managers'), decide(deps, 'cancel', pages));
      app.action(actions.details, only('managers'), pages.open);
      app.action(actions.timeline, only('managers'), showTimeline(deps));
      app.action(actions.today, only('managers'), showTimeline(deps));
      app.action(actions.earlier, only('managers'), showTimeline(deps, 'earlier'));
      app.action(actions.later, only('managers'), showTimeline(deps, 'later'));
      app.action(actions.requests, only('managers'), openRequests(deps, false));
      app.action(actions.find, only('managers'), openRequests(deps, true));
      app.action(actions.newer, only('managers'), turnPage(deps));
      app.action(actions.older, only('managers'), turnPage(deps));
      app.action(anyOf([actions.search]), only('managers'), searchAtOnce(deps));
      app.view(views.requests, only('managers'), search(deps));
    },
    async begin() {
      const before = await homes.all();
      await open.begin(before.map((one) => ({ ...one, isFirst: false })).reverse());
      await outdated.askAboutAll();
    },
    async stop() {
      outdated.stop();
      await pages.stop();
      return open.stop();
    },
  };
}
