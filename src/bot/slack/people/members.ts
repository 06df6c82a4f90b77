import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { pause } from '../../../time/pause.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { type SlackPerson, SlackUser } from './people.ts';

const pageSize = 1_000;
/** How many pages are read at most; Slack may give fewer people on one than it is asked for. */
export const mostPages = 300;
/** How often a page is asked for again before it is given up, and how long Slack is left alone before, in milliseconds. */
const attempts = { failed: 3, limited: 20 };
const pauses = { afterFailure: 2_000, longest: 120_000 };

const Page = z.object({
  members: z.array(SlackUser).default([]),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

/** A page of everybody whom Slack lists in the workspace. @throws what the Web API's client throws */
export async function readPage(client: WebClient, cursor: string) {
  const page = Page.parse(await client.users.list({ limit: pageSize, ...(cursor && { cursor }) }));
  return { people: page.members, next: page.response_metadata?.next_cursor ?? '' };
}

interface MemberOptions {
  client: WebClient;
  clock: Clock;
  /** Aborted when nobody needs them any more. */
  signal?: AbortSignal;
}

/**
 * Everybody whom Slack lists, a page at a time: bots, guests and deactivated people too. Slack allows some twenty pages a
 * minute (Tier 2), for the whole app: it is waited for as long as it asks for, and a lost answer is asked for again.
 * @returns whether there are more than are read
 * @throws what the Web API's client throws
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
    // What Slack has told already it would tell again and again.
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
      // An answer of Slack's own, such as `missing_scope`, would be the same each time.
      if (slackCode(error) !== undefined || left.failed < 1 || left.limited < 1) throw error;
      const ms = isLimited ? Math.min(error.retryAfter * 1_000, pauses.longest) : pauses.afterFailure;
      await pause(clock, ms, signal);
    }
  }
}
