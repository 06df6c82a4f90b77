import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import { type Clock, pause } from '../../../time/clock.ts';
import { slackCode } from '../web-client.ts';
import { createSlackMemory, isFullMember, type SlackPerson, SlackUser } from './people.ts';

const pageSize = 1_000;
/** Page limit; Slack may return fewer people on a page than requested. */
const mostPages = 300;
/** Attempts per page, and pauses in between, in milliseconds. */
const attempts = { failed: 3, limited: 20 };
const pauses = { afterFailure: 2_000, longest: 120_000 };

const Page = z.object({
  members: z.array(SlackUser).default([]),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

async function readPage(client: WebClient, cursor: string) {
  const page = Page.parse(await client.users.list({ limit: pageSize, ...(cursor && { cursor }) }));
  return { people: page.members, next: page.response_metadata?.next_cursor ?? '' };
}

interface MemberOptions {
  client: WebClient;
  clock: Clock;
  signal?: AbortSignal;
}

/**
 * All users page by page, including bots, guests and deactivated people. Waits as long as Slack asks (Tier
 * 2), and retries lost answers. Returns whether there are more than can be read.
 */
export async function* memberPages(options: MemberOptions): AsyncGenerator<SlackPerson[], boolean> {
  let cursor = '';
  const asked = new Set<string>();
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await patiently(() => readPage(options.client, cursor), options);
    yield page.people;
    if (page.next === '') return false;
    asked.add(cursor);
    cursor = page.next;
    // A repeated cursor would loop forever.
    if (asked.has(cursor)) return true;
  }
  return true;
}

async function patiently<Answer>(ask: () => Promise<Answer>, { clock, signal }: MemberOptions) {
  const left = { ...attempts };
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      const isLimited = error instanceof WebAPIRateLimitedError;
      left[isLimited ? 'limited' : 'failed'] -= 1;
      // Slack's own errors, such as `missing_scope`, would repeat.
      if (slackCode(error) !== undefined || left.failed < 1 || left.limited < 1) throw error;
      const ms = isLimited ? Math.min(error.retryAfter * 1_000, pauses.longest) : pauses.afterFailure;
      await pause(clock, ms, signal);
    }
  }
}

const believedFor = 60 * 60_000;
const mostAdmins = 20;

/**
 * Lists at most twenty. Slack lists admins only among all users, about twenty pages a minute; after a failure
 * it resumes at the same page.
 */
export function createSlackAdmins(client: WebClient, clock: Clock, teamId: () => string) {
  const start = { found: [] as readonly string[], cursor: '', pages: 0 };
  let at = start;

  /** @returns whether that was the last page */
  async function readNext(): Promise<boolean> {
    const { people, next: cursor } = await readPage(client, at.cursor);
    const admins = people.filter((person) => person.isAdmin && isFullMember(person, teamId()));
    at = { found: [...at.found, ...admins.map(({ id }) => id)], cursor, pages: at.pages + 1 };
    return cursor === '' || at.found.length >= mostAdmins || at.pages >= mostPages;
  }

  async function readAll(): Promise<readonly string[]> {
    try {
      while (!(await readNext()));
    } catch (error) {
      // Slack's own errors, such as `invalid_cursor`, would repeat.
      if (slackCode(error) !== undefined) at = start;
      throw error;
    }
    const { found } = at;
    at = start;
    return [...new Set(found)].slice(0, mostAdmins);
  }

  const known = createSlackMemory({ ask: readAll, believedFor, isStrict: true, most: 1, clock });
  return () => known.get('admins');
}
