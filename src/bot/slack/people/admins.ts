import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../time/clock.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { mostPages, readPage as readPageOf } from './members.ts';
import { isFullMember } from './people.ts';

/** How long the list is believed, in milliseconds. */
const believedFor = 60 * 60_000;
/** How many of them are told of something at most. */
const mostAdmins = 20;

/**
 * The owners and admins of the workspace, twenty at the most. Slack tells them only among everybody else, a page at a
 * time, and some twenty pages a minute: after a failure it goes on where it was.
 */
export function createSlackAdmins(client: WebClient, clock: Clock, teamId: () => string) {
  let known: { ids: string[]; until: number } | undefined;
  let found: string[] = [];
  let cursor = '';
  let pages = 0;
  let underWay: Promise<readonly string[]> | undefined;

  /** @returns whether that was the last one */
  async function readPage(): Promise<boolean> {
    const page = await readPageOf(client, cursor);
    const admins = page.people.filter((person) => person.isAdmin && isFullMember(person, teamId()));
    found.push(...admins.map(({ id }) => id));
    cursor = page.next;
    pages += 1;
    return cursor === '' || found.length >= mostAdmins || pages >= mostPages;
  }

  function startOver(): void {
    found = [];
    cursor = '';
    pages = 0;
  }

  async function readAll(): Promise<readonly string[]> {
    try {
      while (!(await readPage()));
    } catch (error) {
      // An answer of Slack's own, such as `invalid_cursor`, would be the same each time.
      if (slackCode(error) !== undefined) startOver();
      throw error;
    }
    const ids = [...new Set(found)].slice(0, mostAdmins);
    startOver();
    known = { ids, until: clock.now().getTime() + believedFor };
    return ids;
  }

  /** Their user ids. @throws what the Web API's client throws */
  return (): Promise<readonly string[]> => {
    if (known && known.until > clock.now().getTime()) return Promise.resolve(known.ids);
    underWay ??= readAll().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
