import type { SlackGroups } from './groups.ts';
import type { SlackPeople, SlackPerson } from './people.ts';

/** What somebody may: HR everything, managers start offboardings and see their own, others nothing. */
export type Standing = 'hr' | 'manager' | 'nobody';

/** Who may use something: HR only, or managers too, or everybody who belongs to the workspace. */
export type Audience = 'hr' | 'managers' | 'members';

/** Slack user ids (U…, W…) and user group ids (S…). */
export interface AccessLists {
  hr: readonly string[];
  managers: readonly string[];
}

export interface AccessOptions {
  /** Read at each decision, since an admin can change them. */
  lists: () => AccessLists;
  people: Pick<SlackPeople, 'byId'>;
  groups: SlackGroups;
  /** The workspace that Frontdesk is installed in. */
  teamId: () => string;
}

export interface Access {
  /**
   * The one decision for every way in.
   * @param teamId the workspace that the payload says the person is from
   * @throws what Slack's client throws: when Slack cannot be asked, nobody may
   */
  standingOf(userId: string, teamId: string): Promise<Standing | 'outsider'>;
  lists: () => AccessLists;
}

export function createAccess({ lists, people, groups, teamId }: AccessOptions): Access {
  async function isIn(list: readonly string[], userId: string): Promise<boolean> {
    if (list.includes(userId)) return true;
    for (const group of list.filter((id) => id.startsWith('S'))) {
      if ((await groups.members(group)).has(userId)) return true;
    }
    return false;
  }

  return {
    lists,
    async standingOf(userId, fromTeam) {
      if (fromTeam !== teamId()) return 'outsider';
      const person = await people.byId(userId);
      if (isOutsider(person) || person.teamId !== teamId()) return 'outsider';
      const { hr, managers } = lists();
      if (await isIn(hr, userId)) return 'hr';
      if (await isIn(managers, userId)) return 'manager';
      const nobodyIsNamed = hr.length === 0 && managers.length === 0;
      return nobodyIsNamed && person.isAdmin ? 'hr' : 'nobody';
    },
  };
}

function isOutsider({ isGuest, isBot, isDeleted, isStranger }: SlackPerson): boolean {
  return isGuest || isBot || isDeleted || isStranger;
}

/** Whether a standing is enough for an audience. */
export function suffices(standing: Standing | 'outsider', audience: Audience): boolean {
  if (standing === 'outsider') return false;
  if (audience === 'members') return true;
  return standing === 'hr' || (audience === 'managers' && standing === 'manager');
}
