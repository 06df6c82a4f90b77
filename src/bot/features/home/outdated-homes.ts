import { WebAPIRateLimitedError } from '@slack/web-api';
import { inLanguage } from '../../../language.ts';
import type { Role } from '../../access/access.ts';
import type { StoredHome } from '../../storage/homes.ts';
import { say } from './messages.ts';
import type { Publisher } from './publish.ts';
import type { HomeServices } from './services.ts';
import { closedHome } from './view.ts';

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
