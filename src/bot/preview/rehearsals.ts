import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, pause } from '../../time/clock.ts';
import type { Wording } from '../ledger/outbox/message.ts';
import { postMessage } from '../slack/posting/post.ts';
import { cut, header, markedNote, note, paragraph } from '../slack/views/blocks.ts';
import { describeSlackFailure } from '../slack/web-client.ts';
import { say } from './messages.ts';

interface RehearsedPart {
  /** When it would be sent, in milliseconds since the epoch; 0 for now. */
  at: number;
  /** Its line of the plan, in mrkdwn. */
  line: string;
  /** Undefined if nothing would be sent. */
  build(): Promise<Wording | undefined>;
}

interface RehearsalOptions {
  client: WebClient;
  clock: Clock;
  log: Log;
}

/** Slack's limit for one conversation, in milliseconds per message. */
const pace = 1_000;
const mostTries = 3;

export type Rehearsals = ReturnType<typeof createRehearsals>;

/** Sends rehearsals as threads in direct messages. They aren't stored: one ends when the process does. */
export function createRehearsals({ client, clock, log }: RehearsalOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();

  /** Repeats a call that Slack puts off. */
  async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        const { retryAfter } = describeSlackFailure(error);
        if (retryAfter === undefined || tries === mostTries || signal.aborted) throw error;
        await pause(clock, retryAfter, signal);
      }
    }
  }

  async function run(userId: string, name: string, parts: readonly RehearsedPart[]): Promise<void> {
    const { rehearsal } = say();
    const opening = rehearsal.opening(cut(name, 140));
    const blocks = [header(opening), note(rehearsal.onlyYou)];
    const { channel, ts: thread } = await patiently(() =>
      postMessage(client, userId, { text: opening, blocks }),
    );
    let failed = 0;
    for (const { line, build } of parts) {
      await pause(clock, pace, signal);
      if (signal.aborted) return;
      try {
        const wording = await build();
        if (!wording) continue;
        const { text, blocks } = wording;
        const rehearsed = { text: rehearsal.text(text), blocks: [markedNote(line), ...blocks], thread };
        await patiently(() => postMessage(client, channel, rehearsed));
      } catch (err) {
        log.warn({ err }, 'a message of a rehearsal could not be sent');
        failed += 1;
      }
    }
    if (failed === 0) return;
    const text = rehearsal.failed(failed);
    await patiently(() => postMessage(client, channel, { text, blocks: [paragraph(text)], thread }));
  }

  return {
    /** Begins in the background. Does nothing while another one for this person is under way. */
    start(userId: string, name: string, parts: readonly RehearsedPart[]): void {
      if (running.has(userId) || signal.aborted) return;
      const under = run(userId, name, parts)
        .catch((err: unknown) => log.warn({ err }, 'a rehearsal could not be sent'))
        .finally(() => running.delete(userId));
      running.set(userId, under);
    },
    /** Sends nothing more. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
