import type { Log } from '../../log.ts';
import type { Clock } from '../../time/clock.ts';
import { type Repeating, repeat } from '../../time/repeat.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import type { SlackPeople } from '../slack/people/people.ts';
import type { Access } from './access.ts';
import { standingsOf } from './standings.ts';

interface UnknownIdsOptions {
  access: Pick<Access, 'lists'>;
  people: Pick<SlackPeople, 'byId'>;
  groups: Pick<SlackGroups, 'all'>;
  teamId: () => string;
  changed: () => void;
  clock: Clock;
  log: Log;
}

const every = { known: 6 * 3_600_000, unsure: 10 * 60_000 };

/**
 * Finds ids in the access lists that don't exist in Slack: people with a mistyped id have no access and nobody is
 * told why. An id counts as unknown only if Slack says so.
 */
export function createUnknownIds({ access, people, groups, teamId, changed, clock, log }: UnknownIdsOptions) {
  let unknown: readonly string[] = [];
  let isUnsure = false;
  let looking: Repeating | undefined;

  async function turn(): Promise<void> {
    const { hr, managers } = access.lists();
    const ask = { person: people.byId, groups: groups.all, teamId: teamId() };
    const standings = await standingsOf([...new Set([...hr, ...managers])], ask);
    const before = unknown.join();
    unknown = [...standings].flatMap(([id, standing]) => (standing === 'unknown' ? [id] : []));
    if (unknown.join() !== before) {
      if (unknown.length > 0) log.warn({ ids: unknown }, 'nobody in this workspace has these ids');
      changed();
    }
    isUnsure = [...standings.values()].includes('unsure');
  }

  return {
    start(): void {
      const onError = (err: unknown) => log.error({ err }, 'the access lists cannot be looked up');
      looking = repeat({ clock, every: () => (isUnsure ? every.unsure : every.known), turn, onError });
    },
    current: (): readonly string[] => unknown,
    stop: () => looking?.stop(),
  };
}
