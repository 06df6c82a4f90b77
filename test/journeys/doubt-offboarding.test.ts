import { expect, it, vi } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import type { Fault } from '../contract/released-faults.ts';
import { some } from '../faults/trials.ts';
import { channels, openOffice, releasedService } from './office.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

const cleanup = useCleanup();

const path = '/api/offboarding/';
/** Clock speed that shortens the form's two-second wait for the answer to a quarter of a second. */
const formSpeed = 8;

async function doubtfulOffice(clock = testClock({ speed: 1 })) {
  const service = await releasedService(cleanup);
  return { clock, ...(await openOffice(cleanup, { service, clock })) };
}
type Office = Awaited<ReturnType<typeof doubtfulOffice>>;

/** Speeds the clock up only for the submission, because lookups in Slack have one second. */
async function handIn({ marcus, clock }: Office) {
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.fill({
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': ['Leaving'],
  });
  clock.runAt(formSpeed);
  await marcus.submitAndAgree();
  clock.runAt(1);
}

/** Skips the time in which the service may still be working; then the outcome is looked up. */
function settle({ clock }: Pick<Office, 'clock'>) {
  clock.runAt(60);
  clock.moveBy(60_000);
}

function posted({ service }: Pick<Office, 'service'>) {
  const toPath = service.requests.filter((request) => request.path === path);
  // Told apart by a header, because the body of a dropped request is never read.
  return toPath.filter(({ headers }) => headers['idempotency-key'] !== undefined);
}

it('does not say that nothing was done when what could not be found out is cancelled', async () => {
  const office = await doubtfulOffice();
  const { marcus, bot, service } = office;
  service.failNext(path, 'drop');
  await handIn(office);
  settle(office);
  await marcus.untilMessage('has the offboarding started?');
  const [request] = await bot.ledger.list(1);
  await bot.ledger.cancel(request?.id ?? '', 'U0INES');
  await marcus.untilMessage('doesn’t know whether it was carried out before that');
  expect(JSON.stringify(office.sandbox.messages('D0MARCUS'))).not.toContain('Nothing was done');
});

const lost: [string, Fault][] = [
  ['was an error after the work', 'error-after'],
  ['broke off after the work', 'drop-after'],
  ['broke off before the work', 'drop'],
  ['came too late for a proxy', 'gateway-timeout-after'],
  ['was a redirect', 'redirect'],
  ['was a page', 'page'],
  ['was to slow down', 'too-many'],
];

it.each(some(lost, 3))(
  'sends an offboarding whose answer %s no second time by itself, and asks a person; “Yes” tells once',
  async (_how, fault) => {
    const office = await doubtfulOffice();
    office.service.failNext(path, fault);
    await handIn(office);
    settle(office);
    expect(office.marcus.view().texts.join('\n')).not.toMatch(/hasn’t started|wasn’t started/);
    await office.marcus.untilMessage('has the offboarding started?');
    await office.ines.untilMessage('has the offboarding started?', channels.private);
    expect(posted(office)).toHaveLength(1);
    await office.marcus.closeAll();
    await office.marcus.press('Yes, it has started');
    const { texts } = await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
    expect(texts.join('\n')).toContain('couldn’t confirm that the sequences were assigned');
    await office.ines.untilMessage('The offboarding of Sofia Lindqvist has started.', channels.private);
    expect(posted(office)).toHaveLength(1);
    expect(await office.bot.ledger.list(10)).toMatchObject([{ state: 'done', attempts: 1 }]);
  },
);

it('sends it again with another key when a person says that it has not started', async () => {
  const office = await doubtfulOffice();
  office.service.failNext(path, 'drop');
  await handIn(office);
  settle(office);
  await office.marcus.untilMessage('has the offboarding started?');
  await office.marcus.closeAll();
  await office.marcus.press('No, send it again');
  await office.marcus.untilMessage('The offboarding of Sofia Lindqvist has started.');
  const [first, second, ...more] = posted(office);
  expect(more).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  const keys = [first, second].map((one) => one?.headers['idempotency-key']);
  expect(keys[0]).toMatch(/^"R-[A-Z0-9]{8}-[0-9a-f-]{36}"$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it.each([
  ['Yes, it has started', 'done', 'has started'],
  ['No, it hasn’t', 'cancelled', 'is cancelled'],
] as const)(
  'asks a person when an offboarding in doubt is to be cancelled, and claims nothing itself; “%s” makes it %s',
  async (button, state, words) => {
    const office = await doubtfulOffice();
    const { marcus, bot, service } = office;
    service.failNext(path, 'error-after');
    await handIn(office);
    const [request] = await bot.ledger.list(1);
    await bot.ledger.cancel(request?.id ?? '', 'U0INES');
    settle(office);
    await marcus.untilMessage('has the offboarding started?');
    expect(JSON.stringify(office.sandbox.messages('D0MARCUS'))).not.toContain('Nothing was done');
    await marcus.closeAll();
    await marcus.press(button);
    await expect.poll(async () => (await bot.ledger.list(1))[0]?.state).toBe(state);
    await marcus.untilMessage(words);
    expect(posted(office)).toHaveLength(1);
  },
);

/** Asks HR in the private channel, which managers read too. */
async function askedInChannel(clock = testClock({ speed: 1 })) {
  const service = await releasedService(cleanup);
  const privateChannel = demoWorkspace.channels.find(({ id }) => id === channels.private);
  const office = await openOffice(cleanup, {
    service,
    clock,
    workspace: {
      channels: [
        ...demoWorkspace.channels.filter(({ id }) => id !== channels.private),
        {
          id: channels.private,
          name: 'people-ops',
          isPrivate: true,
          hasApp: true,
          ...privateChannel,
          members: everybody,
        },
      ],
    },
  });
  service.failNext(path, 'drop');
  await handIn({ clock, ...office });
  settle({ clock });
  await office.ines.untilMessage('has the offboarding started?', channels.private);
  await office.marcus.untilMessage('has the offboarding started?');
  for (const id of everybody) await office.sandbox.person(id).closeAll();
  return office;
}

const everybody = ['U0INES', 'U0GRACE', 'U0MARCUS', 'U0LEILA'];

function questionIn({ sandbox }: Pick<Office, 'sandbox'>, channel: string) {
  return JSON.stringify(
    sandbox.messages(channel).find(({ text }) => text.includes('has the offboarding started?')),
  );
}

it('tells a manager privately that the question is HR’s, and leaves it to all', async () => {
  const office = await askedInChannel();
  const { leila, ines, bot, sandbox } = office;
  const before = questionIn(office, channels.private);
  await leila.press('Yes, it has started');
  expect(await leila.untilMessage('Only HR can answer this', channels.private)).toMatchObject({
    isEphemeral: true,
  });
  await sandbox.settled();
  expect(questionIn(office, channels.private)).toBe(before);
  expect(
    ines
      .messages(channels.private)
      .map(({ text }) => text)
      .join(),
  ).not.toContain('Only HR');
  expect(await bot.ledger.list(1)).toMatchObject([{ state: 'needs_review' }]);
});

it('shows the answer, and by whom, without buttons in every copy, and tells whoever comes too late', async () => {
  const office = await askedInChannel();
  const { ines, grace, bot, sandbox } = office;
  const late = sandbox
    .messages(channels.private)
    .find(({ text }) => text.includes('has the offboarding started?'));
  const button = late?.blocks.find(({ type }) => type === 'actions')?.block_id ?? '';
  expect(button).not.toBe('');
  // Grace presses before Ines's answer is shown: both have the question on their screens.
  sandbox.addFault({ target: 'chat.update', kind: 'error', times: 1 });
  await ines.press('No, send it again');
  await grace.press('Yes, it has started');
  const told = await grace.untilMessage('already answered this with “No”', channels.private);
  expect(told).toMatchObject({ isEphemeral: true });
  expect(told.text).toContain('<@U0INES>');
  for (const channel of [channels.private, 'D0MARCUS']) {
    await expect
      .poll(() => questionIn(office, channel))
      .toContain('Answered by <@U0INES>: “No, send it again”');
    expect(questionIn(office, channel)).not.toContain('"type":"actions"');
  }
  await expect.poll(() => bot.ledger.list(1)).toMatchObject([{ state: 'done' }]);
});

it('is answered in App Home just as well, and a crash in between leaves no question with buttons', async () => {
  const office = await askedInChannel();
  const { ines, marcus, bot, sandbox, start } = office;
  await ines.openHome();
  await ines.until(() => ines.home()?.texts.includes('Needs your answer'));
  expect(ines.home()?.texts.join()).toContain('has the offboarding started?');
  sandbox.addFault({ target: 'chat.update', kind: 'error', times: 1_000 });
  await ines.press('Yes, it has started');
  await ines.until(() => !ines.home()?.texts.includes('Needs your answer'));
  await bot.stop();
  sandbox.clearFaults();
  await start();
  for (const channel of [channels.private, 'D0MARCUS'])
    await expect.poll(() => questionIn(office, channel)).toContain('Answered by <@U0INES>');
  expect(questionIn(office, 'D0MARCUS')).not.toContain('"type":"actions"');
  await marcus.untilMessage('The offboarding of Sofia Lindqvist has started');
});
