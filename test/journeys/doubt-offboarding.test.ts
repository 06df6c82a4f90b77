import { expect, vi } from 'vitest';
import { demoWorkspace } from '../../src/commands/demo-company.ts';
import type { Fault } from '../contract/released-faults.ts';
import { some } from '../faults/trials.ts';
import { releasedService } from './office.ts';
import { channels, it, type Open, type World } from './world.ts';

// Slow when other tests run in parallel.
vi.setConfig({ testTimeout: 120_000 });

type Office = Awaited<ReturnType<typeof handedIn>>;

const path = '/api/offboarding/';
const asked = 'Has it started';
const started = 'Sofia Lindqvist’s offboarding has started.';
const everybody = ['U0INES', 'U0GRACE', 'U0MARCUS', 'U0LEILA'];

/** An office in which Marcus' offboarding of Sofia met a fault. */
async function handedIn(open: Open, fault: Fault, options: Parameters<Open>[0] = {}) {
  const office = await open({ ...options, service: releasedService });
  const { marcus, clock, service, bot } = office;
  service.failNext(path, fault);
  await marcus.fillIn('/offboard', {
    Employee: 'Sofia Lindqvist',
    'Last day': '2999-01-31',
    'Offboarding sequences': ['Leaving'],
  });
  // Shortens the form's two-second wait for the answer, and not Slack's one second for lookups.
  clock.runAt(8);
  await marcus.submitAndAgree();
  clock.runAt(1);
  /** Skips the time in which the service may still be working; then the outcome is looked up. */
  function settle() {
    clock.runAt(60);
    clock.moveBy(60_000);
  }
  async function cancel() {
    const [request] = await bot.ledger.list(1);
    await bot.ledger.cancel(request?.id ?? '', 'U0INES');
  }
  /** Told apart by a header, because the body of a dropped request is never read. */
  const posted = () =>
    service.requests.filter((one) => one.path === path && one.headers['idempotency-key'] !== undefined);
  return { ...office, settle, cancel, posted };
}

async function answer({ marcus }: Office, button: string) {
  await marcus.untilMessage(asked);
  await marcus.closeAll();
  await marcus.press(button);
}

const toMarcus = ({ sandbox }: Office) => JSON.stringify(sandbox.messages('D0MARCUS'));

it('doesn’t say that nothing was done when a request in doubt is cancelled', async ({ open }) => {
  const office = await handedIn(open, 'drop');
  office.settle();
  await office.marcus.untilMessage(asked);
  await office.cancel();
  await office.marcus.untilMessage('It may have been done.');
  expect(toMarcus(office)).not.toContain('Nothing was done');
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

it.for(some(lost, 2))(
  'sends an offboarding whose answer %s no second time by itself, and asks a person; “Yes” tells once',
  async ([, fault], { open }) => {
    const office = await handedIn(open, fault);
    const { ines, marcus, bot, posted } = office;
    office.settle();
    expect(marcus.pageText()).not.toMatch(/(hasn’t|wasn’t) (started|changed)/);
    await ines.untilMessage(asked, channels.private);
    expect(posted()).toHaveLength(1);
    await answer(office, 'Yes, it has started');
    const { texts } = await marcus.untilMessage(started);
    expect(texts.join('\n')).toContain('Sequences not confirmed.');
    await ines.untilMessage(started, channels.private);
    expect(posted()).toHaveLength(1);
    expect(await bot.ledger.list(10)).toMatchObject([{ state: 'done', attempts: 1 }]);
  },
);

it('sends it again with another key when a person says that it has not started', async ({ open }) => {
  const office = await handedIn(open, 'drop');
  office.settle();
  await answer(office, 'No, send it again');
  await office.marcus.untilMessage(started);
  const [first, second, ...more] = office.posted();
  expect(more).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  const keys = [first, second].map((one) => one?.headers['idempotency-key']);
  expect(keys[0]).toMatch(/^"R-[A-Z0-9]{8}-[0-9a-f-]{36}"$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it.for([
  ['Yes, it has started', 'done', 'has started'],
  ['No, it hasn’t', 'cancelled', 'is cancelled'],
] as const)(
  'asks a person when an offboarding in doubt is to be cancelled, and claims nothing itself; “%s” makes it %s',
  async ([button, state, words], { open }) => {
    const office = await handedIn(open, 'error-after');
    await office.cancel();
    office.settle();
    await office.marcus.untilMessage(asked);
    expect(toMarcus(office)).not.toContain('Nothing was done');
    await answer(office, button);
    await expect.poll(async () => (await office.bot.ledger.list(1))[0]?.state).toBe(state);
    await office.marcus.untilMessage(words);
    expect(office.posted()).toHaveLength(1);
  },
);

/** Asks HR in the private channel, which managers read too. */
async function askedInChannel(open: Open) {
  const given = demoWorkspace.channels.map((one) =>
    one.id === channels.private ? { ...one, members: everybody } : one,
  );
  const office = await handedIn(open, 'drop', { workspace: { channels: given } });
  office.settle();
  await office.ines.untilMessage(asked, channels.private);
  await office.marcus.untilMessage(asked);
  for (const id of everybody) await office.sandbox.person(id).closeAll();
  return office;
}

function questionIn({ sandbox }: Pick<World, 'sandbox'>, channel: string) {
  return JSON.stringify(sandbox.messages(channel).find(({ text }) => text.includes(asked)));
}

it('leaves HR’s question to HR, telling a manager so privately, and shows its answer and by whom in every copy, also to whoever comes too late', async ({
  open,
}) => {
  const office = await askedInChannel(open);
  const { leila, ines, grace, bot, sandbox } = office;
  const before = questionIn(office, channels.private);
  await leila.press('Yes, it has started');
  const refused = await leila.untilMessage('Only HR can answer this', channels.private);
  expect(refused).toMatchObject({ isEphemeral: true });
  await sandbox.settled();
  expect(questionIn(office, channels.private)).toBe(before);
  expect(JSON.stringify(ines.messages(channels.private))).not.toContain('Only HR');
  expect(await bot.ledger.list(1)).toMatchObject([{ state: 'needs_review' }]);
  expect(questionIn(office, channels.private)).toContain('"type":"actions"');
  // Grace presses before Ines's answer is shown: both have the question on their screens.
  sandbox.addFault({ target: 'chat.update', kind: 'error', times: 1 });
  await ines.press('No, send it again');
  await grace.press('Yes, it has started');
  const told = await grace.untilMessage('already answered “No”', channels.private);
  expect(told).toMatchObject({ isEphemeral: true });
  expect(told.text).toContain('<@U0INES>');
  const answered = 'Answered by <@U0INES>: “No, send it again”';
  for (const channel of [channels.private, 'D0MARCUS']) {
    await expect.poll(() => questionIn(office, channel)).toContain(answered);
    expect(questionIn(office, channel)).not.toContain('"type":"actions"');
  }
  await expect.poll(() => bot.ledger.list(1)).toMatchObject([{ state: 'done' }]);
});

it('is answered in App Home too, and a crash meanwhile leaves no question with buttons', async ({ open }) => {
  const office = await askedInChannel(open);
  const { ines, marcus, bot, sandbox, start } = office;
  await ines.visitHome('Needs your answer');
  expect(ines.homeText()).toContain(asked);
  sandbox.addFault({ target: 'chat.update', kind: 'error', times: 1_000 });
  await ines.press('Yes, it has started');
  await ines.until(() => !ines.homeText().includes('Needs your answer'));
  await bot.stop();
  sandbox.clearFaults();
  await start();
  for (const channel of [channels.private, 'D0MARCUS'])
    await expect.poll(() => questionIn(office, channel)).toContain('Answered by <@U0INES>');
  expect(questionIn(office, 'D0MARCUS')).not.toContain('"type":"actions"');
  await marcus.untilMessage(started);
});
