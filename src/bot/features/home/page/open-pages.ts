import { createHash } from 'node:crypto';
import type { ModalView } from '@slack/types';
import { LRUCache } from 'lru-cache';
import { inLanguage } from '../../../../language.ts';
import { repeat } from '../../../../time/repeat.ts';
import type { Role } from '../../../access/access.ts';
import { say } from '../../../access/messages.ts';
import type { Viewer } from '../../../feature.ts';
import { noticeView } from '../../../slack/incoming/answer.ts';
import type { Opened } from '../../../slack/views/open-view.ts';
import type { HomeDeps } from '../deps.ts';
import { halfTheTime } from '../half-the-time.ts';

interface OpenPage {
  window: Opened;
  viewer: Viewer;
  teamId: string;
  id: string;
  shown: string;
  since: Date;
}

/** Limits: pages followed, and for how long in milliseconds. Slack doesn't report every closed window. */
const most = 200;
const followedFor = 15 * 60_000;
/** Delay that combines several changes, and interval to check for other processes' changes, both in milliseconds. */
const settling = 400;
const lookEvery = 60_000;

/** Keeps open request pages up to date: results of a press arrive later, and a viewer may lose access. */
export function followPages(
  { access, windows, changes, clock, log }: HomeDeps,
  build: (viewer: Viewer, id: string) => Promise<ModalView>,
) {
  const open = new LRUCache<string, OpenPage>({ max: most });

  async function refresh(page: OpenPage): Promise<void> {
    const { window, viewer, teamId, id } = page;
    const { role, language } = await access.whoIs(viewer.userId, teamId);
    const mayStay = role === 'hr' || role === 'manager';
    const view = await inLanguage(language, () =>
      role === 'hr' || role === 'manager' ? build({ userId: viewer.userId, role }, id) : refusalOf(role),
    );
    if (digest(view) === page.shown) return;
    const became = await windows.follow(window, view);
    if (became !== 'shown' || !mayStay) open.delete(window.id);
    else page.shown = digest(view);
  }

  function refusalOf(role: Role | 'outsider'): ModalView {
    const { refused, refusal } = say();
    return noticeView(refused, refusal(role, access.lists()));
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
    follow(
      window: Opened,
      { viewer, teamId, id }: Pick<OpenPage, 'viewer' | 'teamId' | 'id'>,
      view: ModalView,
    ) {
      open.set(window.id, { window, viewer, teamId, id, shown: digest(view), since: clock.now() });
      // Catch changes made while it was being opened.
      following.wakeIn(settling);
    },
    stop: following.stop,
  };
}

function digest(view: ModalView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64');
}
