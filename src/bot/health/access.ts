import { z } from 'zod';
import { type Standing, standingsOf } from '../access/standings.ts';
import { askPerson } from '../slack/people/people.ts';
import type { Settings } from '../storage/settings.ts';
import { type Check, type Found, failure, ok, type Said, warning } from './check.ts';
import type { AskSlack } from './slack.ts';
import { say } from './slack-messages.ts';

/** Ids to look up: Slack allows some hundred calls a minute (Tier 4). */
const most = 60;

interface Lists {
  settings: Pick<Settings, 'hr' | 'managers'>;
  /** A stored list that can't be read grants nothing. */
  isUnreadable: boolean;
}

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
      const standings = await lookUp(ids.slice(0, most), slack);
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

async function lookUp(ids: readonly string[], { client, identity }: AskSlack) {
  const { teamId } = await identity();
  return standingsOf(ids, {
    teamId,
    person: (id) => askPerson(client, id),
    groups: async () => Groups.parse(await client.usergroups.list({ include_users: true })).usergroups,
  });
}

const Groups = z.object({
  usergroups: z.array(z.object({ id: z.string(), users: z.array(z.string()).optional() })),
});
