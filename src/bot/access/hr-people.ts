import type { SlackGroups } from '../slack/people/groups.ts';
import { isFullMember, type SlackPeople } from '../slack/people/people.ts';
import { answerOrCode } from '../slack/posting/slack-failure.ts';
import type { AccessLists } from './access.ts';

interface HrPeopleOptions {
  lists: () => AccessLists;
  groups: Pick<SlackGroups, 'members'>;
  people: Pick<SlackPeople, 'byId'>;
  /** The owners and admins of the workspace, by user id. */
  admins: () => Promise<readonly string[]>;
  teamId: () => string;
}

/** How many people are told directly at most, and how many are looked at for that. */
const mostTold = 20;
const mostAsked = 200;

/** Slack's words for a group or a person that it does not tell of; after any other failure it is asked again. */
const untold = [
  'missing_scope',
  'plan_upgrade_required',
  'no_such_subteam',
  'subteam_not_found',
  'user_not_found',
  'users_not_found',
  'user_not_visible',
];

/**
 * Who is told directly what HR must hear: HR's people and the members of HR's groups; where none of them can be told,
 * the owners and admins of the workspace. Full members only, the first twenty.
 * @returns a function that gives their user ids; it throws what Slack's client throws
 */
export function createHrPeople({ lists, groups, people, admins, teamId }: HrPeopleOptions) {
  async function named(): Promise<string[]> {
    const { hr } = lists();
    const members = await Promise.all(hr.filter(isGroup).map(membersOf));
    return [...hr.filter((id) => !isGroup(id)), ...members.flat()];
  }

  /** A group that Slack does not tell of has nobody in it: the others are told all the same. */
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
   * @param leaver whom it is about: not counted as HR
   * @param told who hears of it anyway
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
