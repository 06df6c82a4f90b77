import { createHash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { LRUCache } from 'lru-cache';
import { repeat } from '../../../../time/repeat.ts';
import { words as accessWords } from '../../../access/words.ts';
import type { Viewer } from '../../../feature.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { Opened } from '../../../slack/views/open-view.ts';
import type { HomeDeps } from '../deps.ts';
import { halfTheTime } from '../half-the-time.ts';

/** A page that somebody has open. */
interface OpenPage {
  window: Opened;
  viewer: Viewer;
  teamId: string;
  /** Which request it is about. */
  id: string;
  shown: string;
  since: Date;
}

/** How many are followed, and for how long, in milliseconds: Slack does not say when one is closed without more ado. */
const most = 200;
const followedFor = 15 * 60_000;
/** How long several changes are waited for, and how often it is looked whether another process changed something. */
const settling = 400;
const lookEvery = 60_000;

/**
 * Keeps the pages about requests as they should be while they are open: what a press sets going ends a moment later, and
 * who loses access meanwhile sees no more. A page that another process opened, or that is open for long, is brought up
 * to date by the next press on it.
 * @param build the page as it stands now
 */
export function followPages(
  { access, windows, changes, clock, log }: HomeDeps,
  build: (viewer: Viewer, id: string) => Promise<ModalView>,
) {
  const open = new LRUCache<string, OpenPage>({ max: most });

  async function refresh(page: OpenPage): Promise<void> {
    const { window, viewer, teamId, id } = page;
    const { role, language } = await access.whoIs(viewer.userId, teamId);
    const mayStay = role === 'hr' || role === 'manager';
    const { refused, refusal } = accessWords[language];
    const view = mayStay
      ? await build({ userId: viewer.userId, role, language }, id)
      : noticeView(refused, refusal(role, access.lists()), language);
    if (digest(view) === page.shown) return;
    const became = await windows.follow(window, view);
    if (became !== 'shown' || !mayStay) open.delete(window.id);
    else page.shown = digest(view);
  }

  async function refreshAll(stopping: AbortSignal): Promise<void> {
    for (const page of [...open.values()]) {
      if (stopping.aborted) return;
      const isOver = Math.abs(clock.now().getTime() - page.since.getTime()) > followedFor;
      if (isOver) open.delete(page.window.id);
      else
        await halfTheTime(() =>
          refresh(page).catch((err: unknown) => log.warn({ err }, 'a page could not be brought up to date')),
        );
    }
  }

  const onError = (err: unknown) => log.error({ err }, 'open pages could not be brought up to date');
  const following = repeat({ clock, every: lookEvery, first: lookEvery, turn: refreshAll, onError });
  changes.listen(() => {
    if (open.size > 0) following.wakeIn(settling);
  });

  return {
    /** From now on it is followed. */
    follow(
      window: Opened,
      { viewer, teamId, id }: Pick<OpenPage, 'viewer' | 'teamId' | 'id'>,
      view: ModalView,
    ) {
      open.set(window.id, { window, viewer, teamId, id, shown: digest(view), since: clock.now() });
      // What happened while it was opened.
      following.wakeIn(settling);
    },
    stop: following.stop,
  };
}

function digest(view: ModalView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64');
}
