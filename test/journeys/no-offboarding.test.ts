import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { inWhole } from '../faults/trials.ts';
import { type Office, openOffice, releasedService, serverThat, withOwnService } from './office.ts';

const cleanup = useCleanup();

const sentence = 'Your onboarding service can’t start offboardings yet';
const nowHere = 'Correct and send again';

async function pressInHome({ marcus }: Office) {
  await marcus.pressInHome('Start offboarding');
}

it.each(['v2.0.20', 'v2.0.32'] as const)(
  'says before any form opens that %s of the service has no offboarding, in one sentence',
  async (release) => {
    const office = await openOffice(cleanup, { service: await releasedService(cleanup, release) });
    const { marcus } = office;
    await marcus.command('/offboard');
    const { text } = await marcus.untilMessage(sentence);
    expect(text.match(/[.!?](\s|$)/g)).toHaveLength(1);
    await marcus.shortcut('offboard');
    expect((await marcus.untilView('No offboarding')).texts.join()).toContain(sentence);
    await marcus.closeAll();
    await pressInHome(office);
    expect((await marcus.untilView('No offboarding')).texts.join()).toContain(sentence);
    expect(marcus.view().buttons).toEqual([]);
    await marcus.command('/offboard help');
    await marcus.untilMessage('opens the form to start an offboarding');
  },
);

async function switchboard(first: { url: string; token: string }) {
  const behind = { ...first, answer: (_method: string, _path: string): number | undefined => undefined };
  const url = await serverThat(cleanup, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await buffer(request);
    const own = behind.answer(method, path);
    if (own !== undefined) return response.writeHead(own).end();
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const sent = { method, headers: { authorization, 'content-type': type } };
    const answer = await fetch(behind.url + path, { ...sent, ...(body.length > 0 && { body }) }).catch(
      () => null,
    );
    if (!answer) return response.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return { url, token: first.token, behind };
}

it('opens the form soon after the service was updated to a version that has it', async () => {
  const service = await switchboard(await releasedService(cleanup, 'v2.0.32'));
  const clock = testClock({ speed: 1 });
  const { marcus, bot } = await openOffice(cleanup, { service, clock });
  await marcus.command('/offboard');
  await marcus.untilMessage(sentence);
  service.behind.url = (await releasedService(cleanup, 'v2.4.1')).url;
  clock.jump(20_000);
  await marcus.command('/offboard');
  await expect.poll(() => bot.directory.lacksOffboarding()).toBe(false);
  await marcus.open('/offboard');
});

it('forgets within ten minutes what a service said that does not answer any more', async () => {
  const service = await switchboard(await releasedService(cleanup, 'v2.0.32'));
  const clock = testClock({ speed: 1 });
  const { marcus, bot } = await openOffice(cleanup, { service, clock });
  expect(bot.directory.lacksOffboarding()).toBe(true);
  service.behind.answer = () => 503;
  clock.jump(11 * 60_000);
  await marcus.open('/offboard');
});

it('does not believe of a newly connected service what another one said', async () => {
  const [old, newer] = [
    await releasedService(cleanup, 'v2.0.32'),
    await switchboard(await releasedService(cleanup, 'v2.4.1')),
  ];
  const env = withOwnService(cleanup);
  const office = await openOffice(cleanup, { service: old, env, waitForMenus: false });
  const { ines, marcus } = office;
  const connect = async ({ url, token }: { url: string; token: string }) => {
    await ines.openFromHome('Connect', 'Onboarding service');
    await ines.submit({ Address: url, 'Admin token': token });
    await ines.until(() => ines.view().texts.join().includes('It works'));
    await ines.closeAll();
  };
  await connect(old);
  await expect.poll(() => office.bot.directory.lacksOffboarding()).toBe(true);
  // The new service doesn't say whether it has offboarding, so nothing is known.
  newer.behind.answer = (method) => (method === 'OPTIONS' ? 503 : undefined);
  await connect(newer);
  await marcus.open('/offboard');
});

it.each([
  ['does not answer at all', (method: string) => (method === 'OPTIONS' ? 500 : undefined)],
  ['has its API switched off', () => 404],
  ['refuses the question', (method: string) => (method === 'OPTIONS' ? 405 : undefined)],
])('opens the form as ever where the service %s', async (_title, answer) => {
  const service = await switchboard(await releasedService(cleanup, 'v2.0.32'));
  service.behind.answer = answer;
  const { marcus, bot } = await openOffice(cleanup, { service });
  expect(bot.directory.lacksOffboarding()).toBe(false);
  await marcus.open('/offboard');
});

async function fillIn({ marcus }: Office) {
  await marcus.fillIn('/offboard', { Employee: 'Sofia Lindqvist', 'Last day': '2999-01-31' });
}

it('says so in a form that was opened before it was known, keeps what was filled in, and sends nothing', async () => {
  const released = await releasedService(cleanup, 'v2.0.32');
  const service = await switchboard(released);
  service.behind.answer = (method) => (method === 'OPTIONS' ? 503 : undefined);
  const office = await openOffice(cleanup, { service });
  await fillIn(office);
  service.behind.answer = () => undefined;
  await office.bot.directory.refresh();
  expect(await office.marcus.submit()).toEqual({ outcome: 'pushed' });
  expect(office.marcus.view().texts.join()).toContain(sentence);
  await office.marcus.close();
  expect(office.marcus.view().fields.Employee?.value).toBe('Sofia Lindqvist');
  expect(await office.bot.ledger.list(5)).toEqual([]);
});

inWhole('offers no correction where nobody knew and the service turned out to have none', async () => {
  const service = await switchboard(await releasedService(cleanup, 'v2.0.32'));
  service.behind.answer = (method) => (method === 'OPTIONS' ? 503 : undefined);
  const office = await openOffice(cleanup, { service, clock: testClock({ speed: 60 }) });
  await fillIn(office);
  // A 404 proves that nothing happened only once the service confirms that it lacks the endpoint.
  await office.marcus.submit();
  await office.marcus.untilView('Check and start');
  service.behind.answer = () => undefined;
  await office.marcus.submit();
  const { text, buttons } = await office.marcus.untilMessage('wasn’t started');
  expect([text, buttons]).toEqual([expect.stringContaining('Sofia Lindqvist'), []]);
  await office.marcus.openHome();
  await office.marcus.until(() => office.marcus.home()?.texts.join().includes('Sofia Lindqvist'));
  expect(office.marcus.home()?.buttons).not.toContain(nowHere);
});
