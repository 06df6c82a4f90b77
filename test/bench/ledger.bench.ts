import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Hire, hire, recordSubmission, submit } from '../faults/front-door.ts';
import { startReplica, workspaceFor } from '../faults/process.ts';
import { startChild } from '../service/child.ts';
import { inTurns, median, timed, within } from './in-turns.ts';
import { throughTheLedger } from './ledger-throughput.ts';
import { type OnOne, onEach } from './on-each.ts';
import { bareBot, startInstantApi } from './stand-ins.ts';

type Print = (line: string) => void;

const isShort = process.argv[3] === 'short';
const rounds = isShort ? { count: 20, warmUp: 5 } : { count: 200, warmUp: 50 };

export async function bench(print: Print): Promise<void> {
  await onEach(print, submissionToAck);
  await onEach(print, (one) => throughTheLedger('one worker', 1.15, one));
  await onEach(print, (one) => throughTheLedger('our own service', one.isSqlite ? 2 : 3, one));
}

/** Measures the three kinds in alternation, one at a time. Background work finishes in the pause after each. */
async function submissionToAck({ url, isSqlite, cleanup }: OnOne): Promise<string> {
  const api = await startInstantApi(cleanup);
  const { sandbox, env } = await workspaceFor(cleanup, api, url);
  const bot = await startChild('../bench/bot-process.ts', JSON.stringify(env));
  cleanup.later(bot.stop);
  const signingSecret = env.SLACK_SIGNING_SECRET;
  const bare = await startReplica(cleanup, env, undefined, bareBot);
  sandbox.setRequestUrl(`${bot.url}/slack/events`);
  const recorded = await recordSubmission(sandbox);
  const pool = new Pool(api.url, { connections: 1 });
  cleanup.later(() => pool.close());

  const submitTo = ({ url }: { url: string }, pause: number) => ({
    pause,
    work: (who: Hire) => submit(recorded, who, { url: () => url, signingSecret }),
  });
  const kinds = {
    submission: submitTo(bot, 150),
    bare: submitTo(bare, 5),
    post: { pause: 5, work: (who: Hire) => rawPost(pool, who.email) },
  };
  const { times } = await inTurns(kinds, rounds, async ({ pause, work }, number) => {
    const took = await timed(() => work(hire(number)));
    await sleep(pause);
    return { times: took };
  });
  const [submission, post, empty] = [median(times.submission), median(times.post), median(times.bare)];
  const ratio = (submission - post) / empty;
  return (
    `${within('submission less one POST, beside an empty ack', ratio, isSqlite ? 1.6 : 2)} · ` +
    `${submission.toFixed(2)} ms − ${post.toFixed(2)} ms, beside ${empty.toFixed(2)} ms · ${rounds.count} of each, medians`
  );
}

async function rawPost(pool: Pool, email: string): Promise<void> {
  const body = JSON.stringify({
    first_name: 'Trial',
    last_name: 'No',
    email,
    role: 0,
    start_day: '2999-01-01',
  });
  const headers = { authorization: `Token ${'b'.repeat(40)}`, 'content-type': 'application/json' };
  const answer = await pool.request({ path: '/api/users/', method: 'POST', headers, body });
  await answer.body.text();
}
