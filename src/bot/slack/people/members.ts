import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Clock } from '../../../time/clock.ts';
import { pause } from '../../../time/pause.ts';
import { slackCode } from '../posting/slack-failure.ts';
import { type SlackPerson, SlackUser } from './people.ts';

const pageSize = 1_000;
/** Page limit; Slack may return fewer people on a page than requested. */
export const mostPages = 300;
/** Attempts per page, and pauses in between, in milliseconds. */
const attempts = { failed: 3, limited: 20 };
const pauses = { afterFailure: 2_000, longest: 120_000 };

const Page = z.object({
  members: z.array(SlackUser).default([]),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

/**
 * Reads a page of all users in the workspace.
 * @throws what the Web API client throws
 */
export async function readPage(client: WebClient, cursor: string) {
  const page = Page.parse(await client.users.list({ limit: pageSize, ...(cursor && { cursor }) }));
  return { people: page.members, next: page.response_metadata?.next_cursor ?? '' };
}

interface MemberOptions {
  client: WebClient;
  clock: Clock;
  signal?: AbortSignal;
}

/**
 * Reads all users page by page, including bots, guests and deactivated people. Slack allows some twenty pages a
 * minute (Tier 2) for the whole app: waits as long as Slack asks and retries lost answers.
 * @returns whether there are more than can be read
 * @throws what the Web API client throws
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
