import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, Pool } from 'undici';
import type { HireContext, HirePayload } from '../../src/bot/features/newhire/request.ts';
import { newHire } from '../../src/bot/features/newhire/request-type.ts';
import { createLedger, type LedgerOptions } from '../../src/bot/ledger/ledger.ts';
import type { NewRequest } from '../../src/bot/ledger/requests/request.ts';
import { createApiDescription } from '../../src/bot/onboarding/additions.ts';
import { createClient } from '../../src/bot/onboarding/client/client.ts';
import { createDirectory } from '../../src/bot/onboarding/directory/directory.ts';
import { createDestination, forLedger, typesByKind } from '../../src/bot/requests/define-request.ts';
import { type BotTables, migrations } from '../../src/bot/storage/migrations.ts';
import { openMigrated } from '../../src/database/open.ts';
import { silentLog } from '../../src/log.ts';
import { systemClock } from '../../src/time/clock.ts';
import { dayIn } from '../../src/time/dates.ts';
import { type Hire, hire, recordSubmission, submit } from '../faults/front-door.ts';
import { startReplica, workspaceFor } from '../faults/process.ts';
import { eachOf } from '../faults/trials.ts';
import type { Cleanup } from '../journeys/office.ts';
import { nothingSaid } from '../ledger/mailbox.ts';
import { freshSqlite } from '../postgres.ts';
import { startChild } from '../service/child.ts';
import { inTurns, median, ratio, timed, within } from './in-turns.ts';
import { type OnOne, onEach } from './on-each.ts';
import { prepareService } from './people.ts';
import { bareBot, startInstantApi } from './stand-ins.ts';

const requests = process.argv[3] === 'short' ? 100 : 1_000;
const concurrency = 2;

/**
 * Submits many requests as fast as they are accepted and waits for the last to end; compared with a plain loop of
 * equal POSTs.
 */
async function throughTheLedger(
  api: keyof typeof services,
  bound: number,
  { url, cleanup }: OnOne,
): Promise<string> {
  const service = await services[api](cleanup);
  const ledger = await startLedger(url, service, cleanup);
  const loops = { own: ledger.make, floor: (round: number) => rawLoop(service, round, cleanup) };
  const { times } = await inTurns(loops, { count: 3, warmUp: 1 }, async (loop, round) => ({
    times: await timed(() => loop(round)),
  }));
  return ratio(`${requests} requests beside a raw loop, to ${api}`, times, bound);
}

/** Fastest creation of any released deployment, in milliseconds. */
const oneWorkerTakes = 10;
const services = {
  'one worker': (cleanup: Cleanup) => startInstantApi(cleanup, { takes: oneWorkerTakes }),
  'our own service': startService,
};

interface Service {
  url: string;
  token: string;
}

async function startService(cleanup: Cleanup): Promise<Service> {
  const fresh = await freshSqlite();
  cleanup.later(fresh.remove);
  const token = await prepareService(fresh.url);
  const service = await startChild('service-process.ts', fresh.url);
  cleanup.later(service.stop);
  return { url: service.url, token };
}

async function startLedger(url: string, service: Service, cleanup: Cleanup) {
  const database = await openMigrated<BotTables>(url, migrations);
  const dispatcher = new Agent({ connections: concurrency });
  const client = createClient({ connection: () => service, dispatcher });
  const nothingKnown = { known: async () => new Map(), remember: async () => {} };
  const directory = createDirectory({ client, clock: systemClock, kinds: nothingKnown });
  await directory.refresh();
  const done = countdown();
  const words: LedgerOptions['words'] = {
    ...nothingSaid,
    ended: (request) => {
      done.one();
      const { id, requester } = request;
      return [message(id, requester, 'requester'), message(id, 'C0HIRES', 'headline')];
    },
  };
  const post: LedgerOptions['post'] = {
    isDeactivated: async () => false,
    destinationOf: async ({ recipient }) => ({
      kind: 'one',
      target: 'channel' in recipient ? recipient.channel : '',
    }),
    peopleInPlaceOf: async () => [],
    send: postAsSlack,
    update: async () => {},
    find: async () => undefined,
  };
  const typeOf = typesByKind([newHire]);
  const description = createApiDescription(client, Date.now);
  const destination = createDestination({ client, directory, description, typeOf, now: Date.now });
  const ledger = createLedger({
    database,
    types: forLedger([newHire], { client, directory }),
    destination,
    words,
    builderOf: () => () => wording,
    post,
    clock: systemClock,
    log: silentLog(),
    today: (now) => dayIn('UTC', now),
  });
  await ledger.start();
  cleanup.later(async () => {
    await ledger.stop();
    await dispatcher.close();
    await database.close();
  });
  return {
    async make(round: number) {
      const ended = done.of(requests);
      await eachOf(requests, concurrency, async (number) => {
        await ledger.submit(newRequest(round, number));
      });
      await ended;
    },
  };
}

/** Slack's time per message, in milliseconds. */
const slackTakes = 100;

async function postAsSlack() {
  await new Promise((resolve) => setTimeout(resolve, slackTakes));
  return { channel: 'C', ts: '1' };
}

function message(requestId: string, channel: string, purpose: string) {
  return { requestId, purpose, recipient: { channel }, name: 'trial', about: {} };
}

const text = 'Trial joins on Tue 1 Jan 2999';
const wording = { text, blocks: [{ type: 'section', text: { type: 'plain_text', text } }] };

function countdown() {
  let left = 0;
  let resolve = () => {};
  return {
    of(count: number): Promise<void> {
      left = count;
      return new Promise((done) => {
        resolve = done;
      });
    },
    one(): void {
      left -= 1;
      if (left === 0) resolve();
    },
  };
}

function body(email: string) {
  return { first_name: 'Trial', last_name: 'No', email, role: 0 as const, start_day: '2999-01-01' };
}

function newRequest(round: number, number: number): NewRequest<HirePayload, HireContext> {
  const email = `ledger.${round}.${number}@acme.example`;
  return {
    kind: 'newhire',
    payload: body(email),
    submission: `F-${email}`,
    requester: 'U0INES',
    context: { personName: 'Trial No', sequenceNames: [], viewId: 'V0' },
  };
}

async function rawLoop({ url, token }: Service, round: number, cleanup: Cleanup): Promise<void> {
  const pool = new Pool(url, { connections: concurrency });
  cleanup.later(() => pool.destroy());
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
  await eachOf(requests, concurrency, async (number) => {
    const email = `raw.${round}.${number}@acme.example`;
    const options = {
      path: '/api/users/',
      method: 'POST',
      headers,
      body: JSON.stringify(body(email)),
    } as const;
    const answer = await pool.request(options);
    await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`status ${answer.statusCode}`);
  });
}

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
