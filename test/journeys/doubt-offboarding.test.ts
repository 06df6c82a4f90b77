import { afterEach, beforeEach, expect, it } from 'vitest';
import { fastClock } from '../faults/fast-clock.ts';
import { type Cleanup, channels, createCleanup, openOffice, releasedService } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const path = '/api/offboarding/';

/** An office whose service loses answers, and where time passes quickly. */
async function doubtfulOffice(clock = fastClock(30)) {
  const service = await releasedService(cleanup);
  return { service, ...(await openOffice(cleanup, { service, clock })) };
}
type Office = Awaited<ReturnType<typeof doubtfulOffice>>;

async function handIn({ marcus }: Office) {
  await marcus.command('/offboard @sofia.lindqvist', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({ 'Last day': '2999-01-31', 'Offboarding sequences': ['Leaving'] });
  await marcus.submit();
}

/** What was posted to start the offboarding; not the questions, which lack the day. */
function posted({ service }: Office) {
  const bodies = service.requests.filter((request) => request.path === path).map(({ body }) => body);
  return bodies.filter((body) => JSON.stringify(body).includes('2999-01-31'));
}

it('does not say that nothing was done when what could not be found out is cancelled', async () => {
  const office = await doubtfulOffice();
  const { marcus, bot, service } = office;
  service.failNext(path, 'drop');
  service.failNext(path, 'refused');
  await handIn(office);
  await marcus.untilMessage('has the offboarding started?');
  const [request] = await bot.ledger.list(1);
  await bot.ledger.cancel(request?.id ?? '', 'U0INES');
  await marcus.untilMessage('Whether it was carried out before that is not known');
  expect(JSON.stringify(office.sandbox.messages('D0MARCUS'))).not.toContain('Nothing was done');
});

it('repeats an offboarding whose answer was lost with the same words, and tells once', async () => {
  const office = await doubtfulOffice();
  office.service.failNext(path, 'error-after');
  await handIn(office);
  await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
  const [first, second, ...more] = posted(office);
  expect(more).toEqual([]);
  expect(second).toEqual(first);
  await office.ines.untilMessage('Sofia Lindqvist', channels.private);
  expect(office.sandbox.messages(channels.private)).toHaveLength(1);
  expect(await office.bot.ledger.list(10)).toMatchObject([{ state: 'done', attempts: 2 }]);
});

it.each([
  ['Yes, it has started', 'done', 'has started'],
  ['No, it has not', 'cancelled', 'is cancelled'],
] as const)(
  'asks a person when an offboarding in doubt is to be cancelled, and claims nothing itself; “%s” makes it %s',
  async (button, state, words) => {
    const clock = fastClock(1);
    const office = await doubtfulOffice(clock);
    const { marcus, bot, service } = office;
    service.failNext(path, 'error-after');
    await handIn(office);
    const [request] = await bot.ledger.list(1);
    clock.runAt(30);
    await bot.ledger.cancel(request?.id ?? '', 'U0INES');
    await marcus.untilMessage('has the offboarding started?');
    expect(JSON.stringify(office.sandbox.messages('D0MARCUS'))).not.toContain('Nothing was done');
    await marcus.closeAll();
    await marcus.press(button);
    await expect.poll(async () => (await bot.ledger.list(1))[0]?.state).toBe(state);
    await marcus.untilMessage(words);
    expect(posted(office)).toHaveLength(1);
  },
);

it.each([
  ['Yes, it has started', 'done', 'has started'],
  ['No, it has not', 'refused', 'wasn’t started'],
] as const)(
  'asks a person when the repeat of a lost offboarding is refused; “%s” makes it %s',
  async (button, state, words) => {
    const office = await doubtfulOffice();
    office.service.failNext(path, 'drop');
    office.service.failNext(path, 'refused');
    await handIn(office);
    await office.marcus.untilMessage('has the offboarding started?');
    await office.ines.untilMessage('has the offboarding started?', channels.private);
    await office.marcus.closeAll();
    await office.marcus.press(button);
    await expect.poll(async () => (await office.bot.ledger.list(1))[0]?.state).toBe(state);
    await office.marcus.untilMessage(words);
  },
);
