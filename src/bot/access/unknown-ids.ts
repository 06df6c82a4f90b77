import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import { slackCode } from '../slack/posting/slack-failure.ts';
import type { Access } from './access.ts';

interface UnknownIdsOptions {
  access: Pick<Access, 'lists'>;
  people: Pick<SlackPeople, 'byId'>;
  groups: Pick<SlackGroups, 'all'>;
  changed: () => void;
  clock: Clock;
  log: Log;
}

const every = { known: 6 * 3_600_000, unsure: 10 * 60_000 };

/**
 * Finds ids in the access lists that don't exist in Slack: people with a mistyped id have no access and nobody is
 * told why. An id counts as unknown only if Slack says so.
 */
export function createUnknownIds({ access, people, groups, changed, clock, log }: UnknownIdsOptions) {
  let unknown: readonly string[] = [];
  let isUnsure = false;
  let looking: Repeating | undefined;

  async function turn(): Promise<void> {
    const { hr, managers } = access.lists();
    const ids = [...new Set([...hr, ...managers])];
    const asked = ids.filter((id) => !id.startsWith('S')).map(hasNobody);
    const found = await Promise.all([...asked, ...(await groupsAmong(ids))]);
    const before = unknown.join();
    unknown = found.flatMap(({ id, isUnknown }) => (isUnknown ? [id] : []));
    if (unknown.join() !== before) {
      if (unknown.length > 0) log.warn({ ids: unknown }, 'nobody in this workspace has these ids');
      changed();
    }
    isUnsure = found.some(({ isUnknown }) => isUnknown === undefined);
  }

  async function hasNobody(id: string): Promise<Found> {
    try {
      await people.byId(id);
      return { id, isUnknown: false };
    } catch (error) {
      return { id, isUnknown: slackCode(error) === 'user_not_found' || undefined };
    }
  }

  async function groupsAmong(ids: readonly string[]): Promise<Found[]> {
    const named = ids.filter((id) => id.startsWith('S'));
    if (named.length === 0) return [];
    const all = await groups.all().catch(() => undefined);
    return named.map((id) => ({ id, isUnknown: all && !all.some((group) => group.id === id) }));
  }

  return {
    start(): void {
      const onError = (err: unknown) => log.error({ err }, 'it cannot be looked up who may use Frontdesk');
      looking = repeat({ clock, every: () => (isUnsure ? every.unsure : every.known), turn, onError });
    },
    current: (): readonly string[] => unknown,
    stop: () => looking?.stop(),
  };
}

interface Found {
  id: string;
  isUnknown: boolean | undefined;
}
