import { createHash } from 'node:crypto';
import type { HomeView } from '@slack/types';
import { WebAPIPlatformError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import type { Role } from '../../access/access.ts';
import { words as accessWords } from '../../access/words.ts';
import type { HomeDeps, PageDeps } from './deps.ts';
import { closedHome, homeView, memberBlocks } from './view.ts';

/** Whose App Home is shown. */
export interface HomeOf {
  userId: string;
  /** The workspace that their payloads said they are from. */
  teamId: string;
  isFirst: boolean;
  openedAt: Date;
}

interface How {
  evenIfTheSame: boolean;
  /** What is read for many pages at once. */
  ledger?: PageDeps['ledger'];
}

/** How many people's pages are known to show just what they should: the others are published once more. */
const mostKnown = 1_000;

/** What Slack says of somebody who has no App Home any more. */
const gone = new Set(['user_not_found', 'users_not_found', 'user_disabled', 'user_not_visible']);

export type Publisher = ReturnType<typeof createPublisher>;

/** Shows App Home to people: one page of somebody after the other, so that an older one never replaces a newer one. */
export function createPublisher({ client, homes, access, ...page }: HomeDeps) {
  const shown = new LRUCache<string, string>({ max: mostKnown });
  const underWay = new Map<string, Promise<void>>();

  async function show(home: HomeOf, { evenIfTheSame, ledger = page.ledger }: How): Promise<void> {
    const { userId, teamId } = home;
    const { role, language } = await access.whoIs(userId, teamId);
    if (role !== 'hr' && role !== 'manager') {
      const refusal = accessWords[language].refusal(role, access.lists());
      // People without access see only their own tasks.
      const viewer = { userId, role: 'manager', language } as const;
      const own = role === 'nobody' ? await memberBlocks(viewer, page) : [];
      if (own.length === 0) return clear(userId, closedHome(refusal), evenIfTheSame);
      return showOwn(home, { view: { type: 'home', blocks: own }, shows: 'nobody', evenIfTheSame });
    }
    const view = await homeView({ userId, role, language }, home.isFirst, { ...page, ledger });
    await showOwn(home, { view, shows: role, evenIfTheSame });
  }

  /** A page that shows what not everybody may see. */
  async function showOwn(
    { userId, teamId, openedAt }: HomeOf,
    { view, shows, evenIfTheSame }: { view: HomeView; shows: Role; evenIfTheSame: boolean },
  ): Promise<void> {
    if (!evenIfTheSame && shown.get(userId) === digest(view)) return;
    await homes.publishing({ userId, teamId, shows, openedAt }, () => publish(userId, view));
  }

  /** A page that shows nothing of what only some may see. */
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
    /**
     * Shows somebody what they may see now, unless that is what they see already.
     * @throws what Slack's client or the database throws
     */
    show: (home: HomeOf, how: How) => inTurn(home.userId, () => show(home, how)),
    /** Shows somebody a page with nothing of what only some may see. @throws as above */
    clear: (userId: string, view: HomeView) => inTurn(userId, () => clear(userId, view, true)),
  };
}

function digest(view: HomeView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64');
}
