import type { SlackGroups } from '../slack/people/groups.ts';
import { isFullMember, type SlackPeople } from '../slack/people/people.ts';
import { answerOrCode } from '../slack/posting/slack-failure.ts';
import type { AccessLists } from './access.ts';

interface HrPeopleOptions {
  lists: () => AccessLists;
  groups: Pick<SlackGroups, 'members'>;
  people: Pick<SlackPeople, 'byId'>;
  admins: () => Promise<readonly string[]>;
  teamId: () => string;
}

/** Most people to message directly, and most to check for that. */
const mostTold = 20;
const mostAsked = 200;

/** Slack's error codes for a group or person that it doesn't reveal; other failures are retried. */
const untold = [
  'missing_scope',
  'plan_upgrade_required',
  'no_such_subteam',
  'subteam_not_found',
  'user_not_found',
  'users_not_found',
  'user_not_visible',
];

export function createHrPeople({ lists, groups, people, admins, teamId }: HrPeopleOptions) {
  async function named(): Promise<string[]> {
    const { hr } = lists();
    const members = await Promise.all(hr.filter(isGroup).map(membersOf));
    return [...hr.filter((id) => !isGroup(id)), ...members.flat()];
  }

  async function membersOf(group: string): Promise<string[]> {
    const members = await answerOrCode(untold, () => groups.members(group));
    return typeof members === 'string' ? [] : [...members];
  }

  async function isReachable(id: string): Promise<boolean> {
    const person = await answerOrCode(untold, () => people.byId(id));
    return typeof person !== 'string' && isFullMember(person, teamId());
  }

  async function reachable(ids: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const id of [...new Set(ids)].slice(0, mostAsked)) {
      if (found.length === mostTold) break;
      if (await isReachable(id)) found.push(id);
    }
    return found;
  }

  /**
   * @param leaver subject of the message: doesn't count as HR
   * @param told people who get it anyway
   */
  return async ({ leaver, told }: { leaver: string | undefined; told: readonly string[] }) => {
    const isOther = (id: string) => id !== leaver;
    const hr = await reachable((await named()).filter(isOther));
    const all = hr.length > 0 ? hr : await reachable((await admins()).filter(isOther));
    return all.filter((id) => !told.includes(id));
  };
}

function isGroup(id: string): boolean {
  return id.startsWith('S');
}
