import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeView } from '@slack/types';
import { WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import { inLanguage } from '../../../language.ts';
import type { Log } from '../../../log.ts';
import { type Clock, repeat } from '../../../time/clock.ts';
import type { Role } from '../../access/access.ts';
import { say as sayAccess } from '../../access/messages.ts';
import type { Changes } from '../../changes.ts';
import type { StoredHome } from '../../storage/homes.ts';
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

type Publisher = ReturnType<typeof createPublisher>;

/** Publishes App Home, one page per person at a time, so that an older page never replaces a newer one. */
export function createPublisher(services: HomeServices) {
  const { client, homes, access, clock } = services;
  const shown = new LRUCache<string, string>({ max: mostKnown });
  const underWay = new Map<string, Promise<void>>();

  async function show(home: HomeOf, { evenIfTheSame }: How): Promise<void> {
    const { userId, teamId, openedAt } = home;
    const { role, language } = await access.whoIs(userId, teamId);
    const { view, shows } = await inLanguage(language, () => viewFor(home, role), clock.now());
    if (!shows) return clear(userId, view, evenIfTheSame);
    if (!evenIfTheSame && shown.get(userId) === digest(view)) return;
    await homes.publishing({ userId, teamId, shows, openedAt }, () => publish(userId, view));
  }

  /** `shows` is missing if the page shows nothing that the person could lose the right to see. */
  async function viewFor(
    { userId, isFirst }: HomeOf,
    role: Role | 'outsider',
  ): Promise<{ view: HomeView; shows?: Role }> {
    if (role === 'hr' || role === 'manager')
      return { view: await homeView({ ...services, viewer: { userId, role } }, isFirst), shows: role };
    // People without access see only their own tasks.
    const own = role === 'nobody' ? await memberBlocks({ userId, role: 'manager' }, services) : [];
    if (own.length > 0) return { view: { type: 'home', blocks: own }, shows: 'nobody' };
    const { refusal, whom } = sayAccess();
    const lists = access.lists();
    return { view: closedHome(role === 'outsider' ? refusal(role, lists) : say().closed(whom(lists))) };
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

/** How long an unopened page is kept, in milliseconds: it may contain names of people leaving. */
const keptFor = 30 * 24 * 3_600_000;
/** Limit of pages kept; beyond it, those opened longest ago are emptied. */
const most = 5_000;
const emptiedAtOnce = 10;
/** Rate of Slack lookups after a start: the first ones at once, then one per interval in milliseconds (Tier 4). */
const askedAtOnce = 30;
const askedEvery = 2_000;

const ranks: Record<Role | 'outsider', number> = { outsider: 0, nobody: 1, manager: 2, hr: 3 };

/**
 * Finds App Homes that show more than their viewer may see now, or that haven't been opened for long, and replaces
 * them. The database lists them, so it doesn't matter which process published them.
 */
export function createOutdatedHomes(
  { homes, access, onPersonChange, clock, log }: HomeServices,
  publisher: Publisher,
) {
  /** User ids whose account changed according to Slack. */
  const suspects = new Set<string>();
  let cancelSweep = () => {};
  let stopped = false;
  onPersonChange((userId) => void suspects.add(userId));

  async function showsTooMuch(home: StoredHome, askSlack: boolean): Promise<boolean> {
    const listed = askSlack ? undefined : await access.listedAs(home.userId);
    const role = listed ?? (await access.whoIs(home.userId, home.teamId)).role;
    return ranks[role] < ranks[home.shows];
  }

  async function replaceIfTooMuch(home: StoredHome, askSlack: boolean): Promise<boolean> {
    try {
      if (await showsTooMuch(home, askSlack))
        await publisher.show({ ...home, isFirst: false }, { evenIfTheSame: true });
      suspects.delete(home.userId);
      return true;
    } catch (err) {
      log.warn({ err }, 'App Home could not be replaced, and is tried again');
      return !(err instanceof WebAPIRateLimitedError);
    }
  }

  async function replaceAll(): Promise<void> {
    const all = await homes.all();
    const known = new Set(all.map(({ userId }) => userId));
    for (const userId of suspects) if (!known.has(userId)) suspects.delete(userId);
    for (const home of all) if (!(await replaceIfTooMuch(home, suspects.has(home.userId)))) return;
    await emptyUnopened(all);
  }

  async function emptyUnopened(all: readonly StoredHome[]): Promise<void> {
    const oldest = clock.now().getTime() - keptFor;
    const unopened = all.filter(({ openedAt }, index) => index >= most || openedAt.getTime() < oldest);
    for (const { userId } of unopened.slice(-emptiedAtOnce))
      await publisher.clear(
        userId,
        closedHome(inLanguage(await access.languageOf(userId), () => say().resting)),
      );
  }

  /** People may have been deactivated or made guests while no process was running. */
  function sweep(all: readonly StoredHome[], asked = 0): void {
    const home = all[asked];
    if (!home || stopped) return;
    cancelSweep = clock.after(asked < askedAtOnce ? 0 : askedEvery, () => {
      void replaceIfTooMuch(home, true).then(() => sweep(all, asked + 1));
    });
  }

  return {
    replaceAll,
    /** On start: asks Slack about everyone once, HR first, then by the latest opening. */
    async askAboutAll(): Promise<void> {
      const all = await homes.all();
      sweep(all.toSorted((one, other) => ranks[other.shows] - ranks[one.shows]));
    },
    stop(): void {
      stopped = true;
      cancelSweep();
    },
  };
}

/** Delay that combines several changes, and interval to check for other processes' changes, both in milliseconds. */
const settling = 400;
const lookEvery = 60_000;
/** The longest pause between two pages, in milliseconds of real time. */
const longestPause = 20;

interface Keeping<Open> {
  /** Limit of open pages; beyond it, those opened earliest are dropped. */
  most: number;
  /** How long after opening a page counts as open, in milliseconds: Slack doesn't report every closed one. */
  openFor: number;
  update(page: Open): Promise<unknown>;
  /** Urgent work before each round, also while nothing is open. */
  first?(): Promise<void>;
}

/** Brings open pages up to date after each change: one after the other, so that older states never replace newer ones. */
export function keepCurrent<Open extends { openedAt: Date }>(
  { changes, clock, log }: { changes: Changes; clock: Clock; log: Log },
  { most, openFor, update, first }: Keeping<Open>,
) {
  const open = new LRUCache<string, Open>({ max: most });

  async function round(stopping: AbortSignal): Promise<void> {
    await first?.();
    for (const [id, page] of [...open.entries()]) {
      if (stopping.aborted) return;
      const isOver = Math.abs(clock.now().getTime() - page.openedAt.getTime()) > openFor;
      if (isOver) open.delete(id);
      else await halfTheTime(() => update(page)).catch(notUpdated);
    }
  }

  const notUpdated = (err: unknown) => log.warn({ err }, 'a page could not be brought up to date');
  const onError = (err: unknown) => log.error({ err }, 'open pages could not be brought up to date');
  const rounds = repeat({ clock, every: lookEvery, first: lookEvery, turn: round, onError });
  const wakeSoon = () => rounds.wakeIn(settling);
  changes.listen(() => {
    if (first || open.size > 0) wakeSoon();
  });

  return {
    follow: (id: string, page: Open) => void open.set(id, page),
    isOpen: (id: string) => open.has(id),
    drop: (id: string) => void open.delete(id),
    wakeSoon,
    turnNow: rounds.turnNow,
    stop: rounds.stop,
  };
}

/** Throttles background work, so that forms get their turn: pauses afterwards for as long as it took. */
async function halfTheTime(work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  await sleep(Math.min(performance.now() - began, longestPause));
}
