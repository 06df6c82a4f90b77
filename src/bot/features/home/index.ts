import type { Feature } from '../../feature.ts';
import { originOf } from '../../slack/incoming/arrival.ts';
import { type HomeArgs, on } from '../../slack/incoming/listeners.ts';
import { findWindow } from './lists/find.ts';
import { timelineWindow } from './lists/timeline.ts';
import { followPersonPages, type PersonPageServices, personWindow } from './page/person-page.ts';
import { createOutdatedHomes, createPublisher, type HomeOf, keepCurrent } from './publish.ts';
import { cancel, retry } from './rows.ts';
import type { HomeServices } from './services.ts';
import { menuWindow } from './view.ts';

/** App Home: the features' parts, and the requests. Published pages are kept up to date across processes. */
export function homeFeature(services: HomeServices): Feature {
  const { clock, homes, log, requestPages } = services;
  const publisher = createPublisher(services);
  const outdated = createOutdatedHomes(services, {
    ...publisher,
    show(home, how) {
      // Another process may have opened it.
      open.follow(home.userId, home);
      return publisher.show(home, how);
    },
  });
  const notShown = (err: unknown) => log.warn({ err }, 'App Home could not be shown');
  const open = keepCurrent<HomeOf>(services, {
    most: 500,
    openFor: 60 * 60_000,
    update: (home) => publisher.show(home, { evenIfTheSame: false }),
    first: () => outdated.replaceAll().catch(notShown),
  });
  const pages = followPersonPages(services, (id, viewer) =>
    personWindow.current({ id }, { ...ofPages, viewer }),
  );
  const ofPages: PersonPageServices = { ...services, follow: pages.follow };
  requestPages.serve((args, said) => personWindow.showAgain(args, ofPages, said));
  return {
    events: [
      // Anyone can open the tab; `publisher.show` checks their access.
      on.event('app_home_opened', async ({ event, body }: HomeArgs) => {
        if (event.tab !== 'home') return;
        const { teamId } = originOf(body);
        const isFirst = event.view === undefined;
        const opened = { userId: event.user, teamId, isFirst, openedAt: clock.now() };
        open.follow(opened.userId, opened);
        await publisher.show(opened, { evenIfTheSame: true });
      }),
    ],
    listeners: [
      ...[retry, cancel].map((button) => button.listener(ofPages)),
      ...[personWindow, timelineWindow, findWindow, menuWindow].flatMap((window) =>
        window.listeners(ofPages),
      ),
    ],
    async begin() {
      for (const home of (await homes.all()).reverse())
        if (!open.isOpen(home.userId)) open.follow(home.userId, { ...home, isFirst: false });
      await open.turnNow();
      await outdated.askAboutAll();
    },
    async stop() {
      outdated.stop();
      await pages.stop();
      return open.stop();
    },
  };
}
