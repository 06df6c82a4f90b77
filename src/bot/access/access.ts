import { commonLanguage, type Language, languageOf, languages } from '../../language.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import { isFullMember, type SlackPeople } from '../slack/people/people.ts';

/** What somebody may: HR everything, managers start offboardings and see their own, others nothing. */
export type Role = 'hr' | 'manager' | 'nobody';

/** Who may use something: HR only, or managers too, or everybody who belongs to the workspace. */
export type Audience = 'hr' | 'managers' | 'members';

/** Slack user ids (U…, W…) and user group ids (S…). */
export interface AccessLists {
  hr: readonly string[];
  managers: readonly string[];
}

interface AccessOptions {
  /** Read at each decision, since an admin can change them. */
  lists: () => AccessLists;
  people: Pick<SlackPeople, 'byId'>;
  groups: SlackGroups;
  /** The workspace that Frontdesk is installed in. */
  teamId: () => string;
  clock: Clock;
}

export type Access = ReturnType<typeof createAccess>;

/** How long Slack may take to tell a language alone, in milliseconds: a message in the common one is better than none. */
const patience = 1_000;

export function createAccess({ lists, people, groups, teamId, clock }: AccessOptions) {
  async function isIn(list: readonly string[], userId: string): Promise<boolean> {
    if (list.includes(userId)) return true;
    const ofGroups = list.filter((id) => id.startsWith('S')).map((group) => groups.members(group));
    const asked = await Promise.allSettled(ofGroups);
    if (asked.some((answer) => answer.status === 'fulfilled' && answer.value.has(userId))) return true;
    const failed = asked.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return false;
  }

  /**
   * What the lists alone give somebody: no more than that is theirs, whatever else Slack says of them. It costs no call
   * about the person; undefined while the lists are empty, when Slack decides alone. @throws what Slack's client throws
   */
  async function listedAs(userId: string): Promise<Role | undefined> {
    const { hr, managers } = lists();
    if (hr.length === 0 && managers.length === 0) return undefined;
    const [isHr] = await Promise.allSettled([isIn(hr, userId)]);
    if (isHr.status === 'fulfilled' && isHr.value) return 'hr';
    // Somebody who may be HR, and is a manager for certain, is a manager until it is known.
    const [isManager] = await Promise.allSettled([isIn(managers, userId)]);
    if (isManager.status === 'fulfilled' && isManager.value) return 'manager';
    for (const answer of [isHr, isManager]) if (answer.status === 'rejected') throw answer.reason;
    return 'nobody';
  }

  return {
    lists,
    listedAs,
    /** What is read behind a Slack id: a person's own language, as far as Slack says so; the common one in a channel. */
    async languageOf(id: string): Promise<Language> {
      // Each question costs a call, of which Slack allows some hundred a minute.
      if (languages.length < 2 || !/^[UW]/.test(id)) return commonLanguage;
      const person = await within(clock, patience, people.byId(id)).catch(() => undefined);
      return languageOf(person?.locale);
    },
    /**
     * The one decision for every way in; and what the person reads.
     * @param fromTeam the workspace that the payload says the person is from
     * @throws what Slack's client throws: when Slack cannot be asked and nothing that it said may be believed any more,
     * nobody may
     */
    async whoIs(userId: string, fromTeam: string) {
      const outsider = { role: 'outsider', language: commonLanguage } as const;
      if (fromTeam !== teamId()) return outsider;
      const person = await people.byId(userId);
      if (!isFullMember(person, teamId())) return outsider;
      const role = (await listedAs(userId)) ?? (person.isAdmin ? 'hr' : 'nobody');
      return { role, language: languageOf(person.locale) };
    },
  };
}

/** Whether a role is enough for an audience. */
export function suffices(role: Role | 'outsider', audience: Audience): boolean {
  if (role === 'outsider') return false;
  if (audience === 'members') return true;
  return role === 'hr' || (audience === 'managers' && role === 'manager');
}
