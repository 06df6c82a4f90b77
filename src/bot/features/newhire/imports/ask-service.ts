import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Problem } from '../../../../contract/problem.ts';
import { within } from '../../../../time/clock.ts';
import type { Bot } from '../../../bot.ts';
import type { LookedAt } from '../form/warnings.ts';
import { say as sayNewHire } from '../messages.ts';
import { contextOf } from '../send.ts';

/** Time limits for all rows and for one, in milliseconds. A row that isn't asked about is refused when it is sent. */
const patience = { all: 20_000, one: 5_000 };

/** The service usually has one worker: two questions keep it busy. */
const atOnce = 2;

/** Time for which an answer counts, in milliseconds: each choice checks all rows. */
const countsFor = 5 * 60_000;

/** Newest answers, for each way to ask. */
const answers = new WeakMap<Bot['mistakesIn'], LRUCache<string, Problem>>();

function answersOf({ mistakesIn, clock }: Bot): LRUCache<string, Problem> {
  const perf = { now: () => clock.now().getTime() };
  const options = { max: 4_000, ttl: countsFor, ttlResolution: 0, perf };
  const known = answers.get(mistakesIn) ?? new LRUCache(options);
  answers.set(mistakesIn, known);
  return known;
}

/** Asks the service which rows it would refuse. @returns sentences by field, by row number */
export async function askService(
  rows: readonly { number: number; looked: LookedAt }[],
  bot: Bot,
): Promise<Map<number, [field: string, sentence: string][]>> {
  const end = bot.clock.now().getTime() + patience.all;
  const refused = new Map<number, [string, string][]>();
  const left = [...rows];
  async function askNext(): Promise<void> {
    for (let row = left.shift(); row; row = left.shift()) {
      const { number, looked } = row;
      const mistakes = bot.clock.now().getTime() < end ? await ask(looked, bot) : undefined;
      if (!mistakes) {
        left.length = 0;
        return;
      }
      const said = { called: contextOf(looked, '', bot), by: undefined, gone: undefined };
      const sentences = Object.entries(mistakes).map(([field, texts]): [string, string] => [
        field,
        sayNewHire().refusal(field, texts, said),
      ]);
      if (sentences.length > 0) refused.set(number, sentences);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askNext));
  return refused;
}

/** @returns undefined if the service doesn't answer */
async function ask({ payload }: LookedAt, bot: Bot): Promise<Problem | undefined> {
  const { first_name: _, ...rest } = payload;
  const key = hash('sha256', JSON.stringify([bot.connection.current()?.url, rest]));
  const known = answersOf(bot);
  const last = known.get(key);
  if (last) return last;
  const mistakes = await within(bot.clock, patience.one, bot.mistakesIn(payload)).catch(() => undefined);
  if (mistakes) known.set(key, mistakes);
  return mistakes;
}
