import type { Feature } from '../../feature.ts';
import { type HomeArgs, on } from '../../slack/incoming/listeners.ts';
import { originOf } from '../../slack/incoming/origin.ts';
import type { HomeDeps } from './deps.ts';
import { actions } from './desk/request-blocks.ts';
import { requestsWindow } from './lists/requests.ts';
import { timelineWindow } from './lists/timeline.ts';
import { followHomes } from './open-homes.ts';
import { createOutdatedHomes } from './outdated-homes.ts';
import { decide, requestPages } from './page/on-page.ts';
import { createPublisher } from './publish.ts';

/** App Home: the features' parts, and the requests. Published pages are kept up to date across processes. */
export function homeFeature(deps: HomeDeps): Feature {
  const { clock, homes, log } = deps;
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
    events: [
      // Anyone can open the tab; `publisher.show` checks their access.
      on.event('app_home_opened', async ({ event, body }: HomeArgs) => {
        if (event.tab !== 'home') return;
        const { teamId } = originOf(body);
        const isFirst = event.view === undefined;
        const opened = { userId: event.user, teamId, isFirst, openedAt: clock.now() };
        open.follow(opened);
        await publisher.show(opened, { evenIfTheSame: true });
      }),
    ],
    listeners: [
      on.action(actions.retry, 'managers', decide(deps, 'retry', pages)),
      on.action(actions.cancel, 'managers', decide(deps, 'cancel', pages)),
      on.action(actions.details, 'managers', pages.open),
      ...timelineWindow.listeners(deps),
      ...requestsWindow.listeners(deps),
    ],
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
