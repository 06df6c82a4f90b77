import { commonLanguage, type Language, languageOf, languages } from '../../language.ts';
import { type Clock, within } from '../../time/clock.ts';
import type { Audience } from '../slack/incoming/origin.ts';
import type { SlackGroups } from '../slack/people/groups.ts';
import { isFullMember, type SlackPeople } from '../slack/people/people.ts';

/** HR may do everything, managers start offboardings and see their own, others have no access. */
export type Role = 'hr' | 'manager' | 'nobody';

export interface AccessLists {
  hr: readonly string[];
  managers: readonly string[];
}

interface AccessOptions {
  lists: () => AccessLists;
  people: Pick<SlackPeople, 'byId'>;
  groups: SlackGroups;
  teamId: () => string;
  clock: Clock;
}

export type Access = ReturnType<typeof createAccess>;

/** Wait for a person's language, in milliseconds: a message in the common one is better than none. */
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
   * Role that the lists grant, without a call about the person; undefined if the lists are empty, when
   * Slack's admins are HR.
   */
  async function listedAs(userId: string): Promise<Role | undefined> {
    const { hr, managers } = lists();
    if (hr.length === 0 && managers.length === 0) return undefined;
    const [isHr] = await Promise.allSettled([isIn(hr, userId)]);
    if (isHr.status === 'fulfilled' && isHr.value) return 'hr';
    // A certain manager stays a manager while it is unknown whether they are HR.
    const [isManager] = await Promise.allSettled([isIn(managers, userId)]);
    if (isManager.status === 'fulfilled' && isManager.value) return 'manager';
    for (const answer of [isHr, isManager]) if (answer.status === 'rejected') throw answer.reason;
    return 'nobody';
  }

  return {
    lists,
    listedAs,
    /** Language of a Slack id: the person's own if Slack reveals it, or the common one, also for channels. */
    async languageOf(id: string): Promise<Language> {
      // Each lookup costs a call, and Slack allows some hundred a minute.
      if (languages.length < 2 || !/^[UW]/.test(id)) return commonLanguage;
      const person = await within(clock, patience, people.byId(id)).catch(() => undefined);
      return languageOf(person?.locale);
    },
    /** Single access decision for every entry point. Without a recent answer from Slack, access is denied. */
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

export function suffices(role: Role | 'outsider', audience: Audience): boolean {
  if (role === 'outsider') return false;
  if (audience === 'members') return true;
  return role === 'hr' || (audience === 'managers' && role === 'manager');
}
