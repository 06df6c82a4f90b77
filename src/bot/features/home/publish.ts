import { createHash } from 'node:crypto';
import type { HomeView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { inLanguage } from '../../../language.ts';
import type { Role } from '../../access/access.ts';
import { say as sayAccess } from '../../access/messages.ts';
import { say } from './messages.ts';
import type { HomeServices } from './services.ts';
import { closedHome, homeView, memberBlocks } from './view.ts';

export interface HomeOf {
  userId: string;
  teamId: string;
  isFirst: boolean;
  openedAt: Date;
}

interface How {
  evenIfTheSame: boolean;
}

/** Cache size: pages of further people are republished even if unchanged. */
const mostKnown = 1_000;

const gone = new Set(['user_not_found', 'users_not_found', 'user_disabled', 'user_not_visible']);

export type Publisher = ReturnType<typeof createPublisher>;

/** Publishes App Home, one page per person at a time, so that an older page never replaces a newer one. */
export function createPublisher({ client, homes, access, ...page }: HomeServices) {
  const shown = new LRUCache<string, string>({ max: mostKnown });
  const underWay = new Map<string, Promise<void>>();

  async function show(home: HomeOf, { evenIfTheSame }: How): Promise<void> {
    const { userId, teamId } = home;
    const { role, language } = await access.whoIs(userId, teamId);
    if (role !== 'hr' && role !== 'manager') {
      // People without access see only their own tasks.
      const viewer = { userId, role: 'manager' } as const;
      const own = role === 'nobody' ? await inLanguage(language, () => memberBlocks(viewer, page)) : [];
      if (own.length === 0)
        return clear(userId, closedHome(inLanguage(language, () => closedText(role))), evenIfTheSame);
      return showOwn(home, { view: { type: 'home', blocks: own }, shows: 'nobody', evenIfTheSame });
    }
    const build = () => homeView({ userId, role }, home.isFirst, page);
    const view = await inLanguage(language, build);
    await showOwn(home, { view, shows: role, evenIfTheSame });
  }

  function closedText(role: Role | 'outsider'): string {
    const { refusal, whom } = sayAccess();
    return role === 'outsider' ? refusal(role, access.lists()) : say().closed(whom(access.lists()));
  }

  async function showOwn(
    { userId, teamId, openedAt }: HomeOf,
    { view, shows, evenIfTheSame }: { view: HomeView; shows: Role; evenIfTheSame: boolean },
  ): Promise<void> {
    if (!evenIfTheSame && shown.get(userId) === digest(view)) return;
    await homes.publishing({ userId, teamId, shows, openedAt }, () => publish(userId, view));
  }

  async function clear(userId: string, view: HomeView, evenIfTheSame: boolean): Promise<void> {
    const before = await homes.find(userId);
    if (!before && !evenIfTheSame && shown.get(userId) === digest(view)) return;
    await publish(userId, view).catch((error: unknown) => {
      if (!(error instanceof WebAPIPlatformError) || !gone.has(error.data.error)) throw error;
    });
    if (before) await homes.cleared(userId, before.version);
  }

  async function publish(userId: string, view: HomeView): Promise<void> {
    shown.delete(userId);
    await client.views.publish({ user_id: userId, view });
    shown.set(userId, digest(view));
  }

  function inTurn(userId: string, work: () => Promise<void>): Promise<void> {
    const turn = (underWay.get(userId) ?? Promise.resolve()).then(work, work);
    underWay.set(userId, turn);
    const done = () => void (underWay.get(userId) === turn && underWay.delete(userId));
    turn.then(done, done);
    return turn;
  }

  return {
    /** Skips an unchanged page unless `evenIfTheSame` is set. */
    show: (home: HomeOf, how: How) => inTurn(home.userId, () => show(home, how)),
    clear: (userId: string, view: HomeView) => inTurn(userId, () => clear(userId, view, true)),
  };
}

function digest(view: HomeView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64');
}
