import type { WebClient } from '@slack/web-api';
import type { Clock } from '../../../time/clock.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { mostPages, readPage as readPageOf } from './members.ts';
import { isFullMember } from './people.ts';

/** Lifetime of the cached list, in milliseconds. */
const believedFor = 60 * 60_000;
const mostAdmins = 20;

/**
 * Lists the workspace's owners and admins, at most twenty. Slack lists them only among all users, about twenty pages
 * a minute; after a failure it resumes at the same page.
 */
export function createSlackAdmins(client: WebClient, clock: Clock, teamId: () => string) {
  let known: { ids: string[]; until: number } | undefined;
  let found: string[] = [];
  let cursor = '';
  let pages = 0;
  let underWay: Promise<readonly string[]> | undefined;

  /** @returns whether that was the last page */
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
      // Slack's own errors, such as `invalid_cursor`, would repeat.
      if (slackCode(error) !== undefined) startOver();
      throw error;
    }
    const ids = [...new Set(found)].slice(0, mostAdmins);
    startOver();
    known = { ids, until: clock.now().getTime() + believedFor };
    return ids;
  }

  /** Resolves to their user ids. Rejects with what the Web API client throws. */
  return (): Promise<readonly string[]> => {
    if (known && known.until > clock.now().getTime()) return Promise.resolve(known.ids);
    underWay ??= readAll().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
