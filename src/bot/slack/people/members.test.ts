import { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import { systemClock } from '../../../time/clock.ts';
import { memberPages } from './members.ts';
import { createSlackMemory } from './people.ts';

function slackThat(answer: () => Response) {
  const client = new WebClient('xoxb-1', { rejectRateLimitedCalls: true, fetch: async () => answer() });
  return { client, clock: systemClock };
}

it('ends where Slack gives the same cursor again, and says that there may be more', async () => {
  let asked = 0;
  const pages = memberPages(
    slackThat(() => {
      asked += 1;
      return Response.json({
        ok: true,
        members: [{ id: `U${asked}` }],
        response_metadata: { next_cursor: 'same' },
      });
    }),
  );
  expect([await pages.next(), await pages.next(), await pages.next()]).toMatchObject([
    { value: [{ id: 'U1' }] },
    { value: [{ id: 'U2' }] },
    { done: true, value: true },
  ]);
  expect(asked).toBe(2);
});

it('waits for Slack no longer than somebody needs the people', async () => {
  const stopping = new AbortController();
  const limited = () => {
    setImmediate(() => stopping.abort());
    return new Response('', { status: 429, headers: { 'retry-after': '110' } });
  };
  const pages = memberPages({ ...slackThat(limited), signal: stopping.signal });
  await expect(pages.next()).rejects.toThrow('aborted');
});

it('keeps a newer answer when an older question fails', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  };
  const memory = createSlackMemory({
    ask,
    believedFor: 60_000,
    isStrict: true,
    most: 10,
    clock: systemClock,
  });
  const older = memory.get('group');
  memory.changed('group');
  const newer = memory.get('group');
  asked[1]?.resolve('new');
  asked[0]?.reject(new Error('lost'));
  await expect(older).rejects.toThrow('lost');
  expect([await newer, await memory.get('group')]).toEqual(['new', 'new']);
  expect(asked).toHaveLength(2);
});
