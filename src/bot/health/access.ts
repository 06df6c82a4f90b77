import { z } from 'zod';
import { askPerson, isFullMember } from '../slack/people/people.ts';
import { slackCode } from '../slack/posting/slack-failure.ts';
import type { Settings } from '../storage/settings.ts';
import { type Check, type Found, failure, ok, type Said, warning } from './check.ts';
import type { AskSlack } from './slack.ts';
import { say } from './slack-messages.ts';

/** Ids to look up, in total and at once: Slack allows some hundred calls a minute (Tier 4). */
const most = 60;
const atOnce = 5;

interface Lists {
  settings: Pick<Settings, 'hr' | 'managers'>;
  /** A stored list that can't be read grants nothing. */
  isUnreadable: boolean;
}

/** `unsure`: Slack gave no answer. */
type Standing = 'known' | 'unknown' | 'outsider' | 'empty' | 'unsure';

export function accessCheck(slack: AskSlack, lists: Lists, needs: readonly string[] = []): Check {
  return {
    name: 'access',
    title: () => say().access.title,
    needs: ['slack-token', ...needs],
    variables: ['FRONTDESK_HR', 'FRONTDESK_MANAGERS'],
    async look() {
      const { hr, managers } = lists.settings;
      if (lists.isUnreadable) return failure(() => say().access.unreadable);
      const ids = [...new Set([...hr, ...managers])];
      if (ids.length === 0) return ok(() => say().access.admins);
      if (hr.length === 0) return failure(() => say().access.noHr);
      const standings = await standingsOf(ids.slice(0, most), slack);
      const found = troubleIn(standings);
      if (found) return found;
      if (ids.length > most) return ok(() => say().access.firstFine(most, ids.length));
      return ok(() => say().access.fine(hr.length, managers.length));
    },
  };
}

function troubleIn(standings: ReadonlyMap<string, Standing>): Found | undefined {
  const which = (wanted: Standing) => [...standings].flatMap(([id, one]) => (one === wanted ? [id] : []));
  const unknown = which('unknown');
  const trouble = (): Said => {
    const { access } = say();
    const each = [
      unknown.length > 0 ? [access.unknown(unknown)] : [],
      which('outsider').length > 0 ? [access.outsiders(which('outsider'))] : [],
      which('empty').length > 0 ? [access.empty(which('empty'))] : [],
      which('unsure').length > 0 ? [access.unsure(which('unsure').length)] : [],
    ].flat();
    return {
      what: each.map(({ what }) => what).join(' '),
      todo: [...new Set(each.map(({ todo }) => todo))].join(' '),
    };
  };
  if (unknown.length > 0) return failure(trouble, unknown.join());
  return [...standings.values()].every((one) => one === 'known') ? undefined : warning(trouble);
}

async function standingsOf(ids: readonly string[], slack: AskSlack): Promise<Map<string, Standing>> {
  const { teamId } = await slack.identity();
  const standings = new Map<string, Standing>();
  const people = ids.filter((id) => !id.startsWith('S'));
  for (let at = 0; at < people.length; at += atOnce)
    await Promise.all(
      people.slice(at, at + atOnce).map(async (id) => {
        standings.set(id, await ofPerson(id, slack, teamId));
      }),
    );
  const groups = ids.filter((id) => id.startsWith('S'));
  for (const [id, standing] of await ofGroups(groups, slack)) standings.set(id, standing);
  return standings;
}

async function ofPerson(id: string, { client }: AskSlack, teamId: string): Promise<Standing> {
  try {
    return isFullMember(await askPerson(client, id), teamId) ? 'known' : 'outsider';
  } catch (error) {
    return slackCode(error) === 'user_not_found' ? 'unknown' : 'unsure';
  }
}

const Groups = z.object({
  usergroups: z.array(z.object({ id: z.string(), users: z.array(z.string()).optional() })),
});

async function ofGroups(ids: readonly string[], { client }: AskSlack): Promise<[string, Standing][]> {
  if (ids.length === 0) return [];
  const answer = await client.usergroups.list({ include_users: true }).catch(() => undefined);
  const { data } = Groups.safeParse(answer);
  return ids.map((id) => {
    const group = data?.usergroups.find((one) => one.id === id);
    if (!data) return [id, 'unsure'];
    if (!group) return [id, 'unknown'];
    return [id, group.users?.length === 0 ? 'empty' : 'known'];
  });
}
