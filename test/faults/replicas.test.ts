import { expect, it, type TestContext } from 'vitest';
import { type Cleanup, createCleanup, releasedService } from '../journeys/office.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { type Answer, hire, recordSubmission, submit } from './front-door.ts';
import { ownService, type Peer } from './own-service.ts';
import { type Mortal, mortal, workspaceFor } from './process.ts';
import { stillOpen, whatIsWrong } from './tally.ts';
import { chance, eachOf, patience, trials, until } from './trials.ts';

const replicas = 3;

async function torment(processes: readonly Mortal[], kills: number, random: () => number): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 + random() * 2_500));
    const victim = processes[count % processes.length];
    await victim?.kill();
    await victim?.start();
  }
}

interface Trial {
  behind: string;
  requests: number;
  kills: number;
  open(cleanup: Cleanup): Promise<Peer & { mostAtOnce?: (method: string, path: string) => number }>;
}

const trialsOf: readonly Trial[] = [
  {
    behind: 'a released deployment, two at most',
    requests: trials(150, 30),
    kills: trials(8, 2),
    async open(cleanup) {
      const service = await releasedService(cleanup);
      service.setLatency(15);
      return { ...service, people: async () => service.employees() };
    },
  },
  {
    behind: 'our own service',
    requests: trials(50, 20),
    kills: trials(3, 1),
    open: (cleanup) => ownService(cleanup, freshPostgres),
  },
];

const title =
  `$requests requests to $behind, by ${replicas} replicas on one PostgreSQL, each form sent twice, $kills kills: ` +
  'each hire and each headline is there once';

if (postgresUrl) it.concurrent.for(trialsOf)(title, { timeout: patience }, survive);
else if (process.env.TEST_EVERYTHING === '1')
  it('replicas', () => expect.fail('TEST_POSTGRES_URL is not set, and TEST_EVERYTHING=1 asks for it.'));
else it.skip('replicas on one PostgreSQL (left out: TEST_POSTGRES_URL is not set)', () => {});

async function survive({ requests, kills, open }: Trial, { onTestFinished }: TestContext): Promise<void> {
  const cleanup = createCleanup();
  onTestFinished(cleanup.now);
  const database = await freshPostgres();
  cleanup.later(database.remove);
  const service = await open(cleanup);
  const { sandbox, env } = await workspaceFor(cleanup, service, database.url);
  const processes = Array.from({ length: replicas }, () => mortal(cleanup, env));
  for (const process of processes) await process.start();
  sandbox.setRequestUrl(`${processes[0]?.url()}/slack/events`);
  const recorded = await recordSubmission(sandbox);
  let turn = 0;
  const url = () => {
    turn += 1;
    return processes[turn % replicas]?.url() ?? '';
  };
  const door = { url, signingSecret: env.SLACK_SIGNING_SECRET };

  const tormented = torment(processes, kills, chance(11));
  await eachOf(requests, 8, async (number) => {
    const answers = [untilAnswered(number), untilAnswered(number)];
    await Promise.all(answers);
  });
  await tormented;
  await until(
    async () => {
      const open = await stillOpen(database.url);
      return open.requests.length === 0 && open.messages.length === 0;
    },
    () => stillOpen(database.url),
  );
  const hires = Array.from({ length: requests }, (_, number) => hire(number));
  const employees = await service.people();
  expect(await whatIsWrong(hires, { databaseUrl: database.url, sandbox, employees })).toEqual([]);
  if (service.mostAtOnce) expect(service.mostAtOnce('POST', '/api/users/')).toBeLessThanOrEqual(2);

  async function untilAnswered(number: number): Promise<void> {
    for (let answer: Answer = { acknowledged: false }; !answer.acknowledged; ) {
      answer = await submit(recorded, hire(number), door);
      if (!answer.acknowledged) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
