import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import type { Release } from '../contract/released-deployment.ts';
import { type Cleanup, releasedService, withOwnService } from './office.ts';
import { behindProxy, inWhole, it } from './world.ts';

const sentence = 'Your onboarding service can’t start offboardings';
const leaver = { Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' };

type Status = (method: string) => number | undefined;
const isSilentOnOptions: Status = (method) => (method === 'OPTIONS' ? 503 : undefined);

/** A service behind a proxy that answers with `behind.status` where that gives one. */
function switchboard(status: Status = () => undefined, release: Release = 'v2.0.32') {
  return async (cleanup: Cleanup) => {
    const behind = { status };
    const start = () => releasedService(cleanup, release);
    const service = await behindProxy(cleanup, start, (method) => {
      const answer = behind.status(method);
      return answer === undefined ? undefined : { when: 'before', answer };
    });
    return { ...service, behind };
  };
}

it.for(['v2.0.20', 'v2.0.32'] as const)(
  'says before any form opens that %s of the service has no offboarding, in one sentence',
  async (release, { open }) => {
    const { marcus } = await open({ service: (cleanup) => releasedService(cleanup, release) });
    await marcus.command('/offboard');
    const { text } = await marcus.untilMessage(sentence);
    expect(text.match(/[.!?](\s|$)/g)).toHaveLength(1);
    await marcus.shortcut('offboard');
    expect((await marcus.untilView('No offboarding')).texts.join()).toContain(sentence);
    const { texts, buttons } = await marcus.openFromHome('Start offboarding', 'No offboarding');
    expect(texts.join()).toContain(sentence);
    expect(buttons).toEqual([]);
    await marcus.command('/offboard help');
    await marcus.untilMessage('opens the offboarding form');
  },
);

it('opens the form soon after an update of the service', async ({ open, cleanup }) => {
  const { marcus, bot, clock, service } = await open({ service: switchboard() });
  await marcus.command('/offboard');
  await marcus.untilMessage(sentence);
  service.proxy.leadTo((await releasedService(cleanup)).url);
  clock.jump(20_000);
  await marcus.command('/offboard');
  await expect.poll(() => bot.directory.lacksOffboarding()).toBe(false);
  await marcus.open('/offboard');
});

it('forgets within ten minutes what a service said that no longer answers', async ({ open }) => {
  const { marcus, bot, clock, service } = await open({ service: switchboard() });
  expect(bot.directory.lacksOffboarding()).toBe(true);
  service.behind.status = () => 503;
  clock.jump(11 * 60_000);
  await marcus.open('/offboard');
});

it('does not believe of a newly connected service what another one said', async ({ open, cleanup }) => {
  const old = await releasedService(cleanup, 'v2.0.32');
  // It doesn't say whether it has offboarding, so nothing is known.
  const newer = await switchboard(isSilentOnOptions, 'v2.4.1')(cleanup);
  const env = withOwnService(cleanup);
  const { marcus, bot, connect } = await open({ service: old, env, waitForMenus: false });
  await connect({ Address: old.url, 'Admin token': old.token });
  await expect.poll(() => bot.directory.lacksOffboarding()).toBe(true);
  await connect({ Address: newer.url, 'Admin token': newer.token });
  await marcus.open('/offboard');
});

it.for<[string, Status]>([
  ['does not answer at all', (method) => (method === 'OPTIONS' ? 500 : undefined)],
  ['has its API switched off', () => 404],
  ['refuses the question', (method) => (method === 'OPTIONS' ? 405 : undefined)],
])('opens the form as ever where the service %s', async ([, status], { open }) => {
  const { marcus, bot } = await open({ service: switchboard(status) });
  expect(bot.directory.lacksOffboarding()).toBe(false);
  await marcus.open('/offboard');
});

it('says so in an open form, keeps what was filled in, and sends nothing', async ({ open }) => {
  const { marcus, bot, service } = await open({ service: switchboard(isSilentOnOptions) });
  await marcus.fillIn('/offboard', leaver);
  service.behind.status = () => undefined;
  await bot.directory.refresh();
  expect(await marcus.submit()).toEqual({ outcome: 'pushed' });
  expect(marcus.pageText()).toContain(sentence);
  await marcus.close();
  expect(marcus.values().Employee).toBe('Sofia Lindqvist');
  expect(await bot.ledger.list(5)).toEqual([]);
});

inWhole('offers no correction where the service turned out to have no offboarding', async ({ open }) => {
  const clock = testClock({ speed: 60 });
  const { marcus, service } = await open({ service: switchboard(isSilentOnOptions), clock });
  await marcus.fillIn('/offboard', leaver);
  // A 404 proves that nothing happened only once the service confirms that it lacks the endpoint.
  await marcus.submit();
  await marcus.untilView('Check and start');
  service.behind.status = () => undefined;
  await marcus.submit();
  const { text, buttons } = await marcus.untilMessage('wasn’t started');
  expect([text, buttons]).toEqual([expect.stringContaining('Sofia Lindqvist'), []]);
  expect((await marcus.visitHome('Sofia Lindqvist')).buttons).not.toContain('Correct and send again');
});
