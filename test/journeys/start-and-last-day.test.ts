import { describe, expect, it } from 'vitest';
import { paths } from '../../src/contract/paths.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole, some } from '../faults/trials.ts';
import { pressSpoken } from './desk.ts';
import { begin, hired, looking, officeAt, posted, startDay } from './moved-office.ts';
import { channels, type Office, releasedService, serverThat } from './office.ts';

const cleanup = useCleanup();

const before = '2031-03-10';
const textsOf = ({ ines }: Office) => ines.view().texts.join('\n');
const publicly = (office: Office) => JSON.stringify(office.sandbox.messages(channels.hires));

async function checkPage({ ines }: Office, employee: string, day: string) {
  await ines.command('/offboard');
  await ines.untilView('Start offboarding');
  await ines.fill({ Employee: employee, 'Last day': day });
  await ines.submit();
  await ines.untilView('Check and start');
}

async function offboard(office: Office, day: string, employee = 'Jane Doe') {
  const { ines } = office;
  await checkPage(office, employee, day);
  await ines.press('Start offboarding');
  await ines.untilView('Offboarding started');
  await ines.closeAll();
}

async function openPage({ ines }: Office) {
  await ines.closeAll();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Details') ?? false);
  await ines.press('Details');
  await ines.untilView('Request');
}

/** The service behind a proxy that changes its answers. */
async function changedBy(change: (method: string, path: string, text: string) => string) {
  const service = await releasedService(cleanup);
  const url = await serverThat(cleanup, async (request, response) => {
    const { method = 'GET', url: path = '' } = request;
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece);
    const authorization = request.headers.authorization ?? '';
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    });
    const text = change(method, path, await answer.text());
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(text);
  });
  return { ...service, url };
}

/** The service, without the ID in answers to creations. */
const tellingNoId = () =>
  changedBy((method, path, text) =>
    method === 'POST' && path.includes('/users')
      ? JSON.stringify({ ...JSON.parse(text), id: undefined })
      : text,
  );

/** The service, with `list.shows` deciding who is listed. */
async function leavingOut() {
  const list = { shows: (_email: string): boolean => true };
  const service = await changedBy((method, path, text) => {
    if (method !== 'GET' || !path.includes('/employees')) return text;
    const people = JSON.parse(text) as { email: string }[];
    return JSON.stringify(people.filter(({ email }) => list.shows(email)));
  });
  return { list, service };
}

const known = [
  ['its id', releasedService],
  ['its address alone', tellingNoId],
] as const;

describe.each(some(known, 1))('a hire known by %s', (_how, startService) => {
  it('ends a start that the last day comes before, and brings it back when the offboarding is called off', async () => {
    const { clock, office } = await officeAt(cleanup, begin, { service: await startService(cleanup) });
    const { ines, marcus } = office;
    await hired(office);
    await office.bot.directory.refresh();
    await checkPage(office, 'Jane Doe', before);
    expect(textsOf(office)).toContain(
      'Jane Doe is due to start on Mon, 17 March 2031. With this last day they won’t start',
    );
    await ines.press('Start offboarding');
    await ines.untilView('Offboarding started');
    await ines.closeAll();
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    await marcus.untilMessage('Jane Doe won’t start.');
    await ines.until(() => publicly(office).includes('Won’t start'));
    expect(publicly(office)).not.toMatch(/leav|offboard|last day|10 March/i);
    clock.moveTo(instantOf('2031-03-10', '09:00', 'Europe/London'));
    await office.sandbox.settled();
    await openPage(office);
    await ines.press('Called off');
    await ines.untilView('Called off');
    await ines.press('Save and notify');
    await ines.untilMessage('Jane Doe starts after all on Mon, 17 March 2031.', channels.hires);
    clock.moveTo(instantOf(startDay, '09:00', 'Europe/London'));
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    await marcus.untilMessage('Jane Doe starts today');
    await office.sofia.untilMessage('Jane Doe starts today');
    expect(
      posted(office, 'starts today')
        .map((line) => line.split(':')[0])
        .toSorted(),
    ).toEqual([channels.hires, 'U0MARCUS', 'U0SOFIA'].toSorted());
  });
});

inWhole('follows a moved start day and a changed last day, whichever comes first', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await hired(office);
  await office.bot.directory.refresh();
  await offboard(office, '2031-03-20');
  expect(publicly(office)).not.toContain('won’t start');
  // The first "Details" opens the hire's page: both days are ahead, and the start comes first.
  await openPage(office);
  expect(textsOf(office)).toContain('Last day: Thu, 20 March 2031.');
  await ines.press('Start day moved');
  await ines.untilView('Start day moved');
  expect(textsOf(office)).toContain('If the start day isn’t before that, they won’t start.');
  await ines.fill({ 'New start day': '2031-03-24' });
  await ines.submit();
  await ines.until(() => textsOf(office).includes('Jane Doe won’t start.'));
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.closeAll();
  await checkPage(office, 'Jane Doe', '2031-03-28');
  expect(textsOf(office)).toContain('Jane Doe starts on Mon, 24 March 2031 after all');
  await ines.press('Start offboarding');
  await ines.untilMessage('Jane Doe starts after all on Mon, 24 March 2031.', channels.hires);
  expect(publicly(office)).not.toMatch(/leav|offboard|last day|28 March/i);
});

inWhole('ends a start when an offboarding is approved, and not before', async () => {
  const env = { FRONTDESK_OFFBOARDING_APPROVAL: 'True' };
  const { office } = await officeAt(cleanup, begin, { env });
  const { ines, marcus } = office;
  await hired(office);
  await office.bot.directory.refresh();
  await marcus.command('/offboard');
  await marcus.untilView('Start offboarding');
  await marcus.fill({ Employee: 'Jane Doe', 'Last day': before });
  await marcus.submitAndAgree();
  await ines.untilMessage('Jane Doe', channels.private);
  await office.sandbox.settled();
  expect(publicly(office)).not.toContain('won’t start');
  await ines.press('Approve', { confirm: true });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.until(() => publicly(office).includes('"Won’t start"'));
  await openPage(office);
  await ines.press('Called off');
  await ines.untilView('Called off');
  await ines.press('Save and notify');
  await ines.untilMessage('Jane Doe starts after all on Mon, 17 March 2031.', channels.hires);
  await ines.until(() => !publicly(office).includes('"Won’t start"'));
  // The announced day hasn't changed.
  expect(publicly(office)).not.toContain('New start day');
});

it('asks HR about somebody who disappears before the start day, and announces nothing until they answer', async () => {
  const { list, service } = await leavingOut();
  const { clock, office } = await officeAt(cleanup, begin, { service });
  const { ines, marcus } = office;
  const look = looking(office, clock);
  const question = 'Jane Doe is no longer in the onboarding service. Cancel the start?';
  await hired(office);
  await look(10);
  // An empty or truncated list proves nothing.
  list.shows = () => false;
  await look(10);
  list.shows = (email) => email < 'd';
  await look(10);
  expect(posted(office, question)).toEqual([]);
  list.shows = (email) => email !== 'jane@acme.example';
  await look(10);
  await look(10);
  await ines.untilMessage(question, channels.private);
  await ines.openFromHome('Details', 'Request');
  expect(ines.pageText()).toContain('Reminder to Marcus Oyelaran · waits until HR answers');
  expect(ines.pageText()).not.toContain('· planned');
  await ines.closeAll();
  clock.moveTo(instantOf('2031-03-10', '09:00', 'Europe/London'));
  await office.sandbox.settled();
  expect(posted(office, 'with you as manager').filter((line) => line.includes('starts'))).toEqual([]);
  // Back in the list: held messages go out, and the question's message says so.
  list.shows = () => true;
  await look(5);
  await look(11);
  await marcus.untilMessage('Jane Doe starts on Mon, 17 March 2031, with you as manager.');
  await ines.untilMessage('The person is back in the onboarding service.', channels.private);
  list.shows = (email) => email !== 'jane@acme.example';
  await look(10);
  await look(10);
  await ines.until(() => posted(office, question).length === 2);
  await ines.press('Cancel start', { confirm: true });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ines.untilMessage('<@U0INES> cancelled the start.', channels.private);
  expect(posted(office, 'starts today')).toEqual([]);
});

inWhole('says after the start day too that somebody who was missing is back', async () => {
  const { list, service } = await leavingOut();
  const { clock, office } = await officeAt(cleanup, begin, { service });
  const look = looking(office, clock);
  await hired(office);
  await look(10);
  list.shows = (email) => email !== 'jane@acme.example';
  await look(10);
  await look(10);
  await office.ines.untilMessage('Jane Doe is no longer in the onboarding service.', channels.private);
  clock.moveTo(instantOf('2031-03-18', '09:00', 'Europe/London'));
  await office.sandbox.settled();
  list.shows = () => true;
  await look(5);
  await look(11);
  await office.ines.untilMessage('The person is back in the onboarding service.', channels.private);
  expect(posted(office, 'starts today')).toEqual([]);
});

it('says before sending, on pages and to HR who of manager and buddy leaves too soon', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines } = office;
  await hired(office);
  await checkPage(office, 'Sofia Lindqvist', before);
  const buddy = 'This person is the manager or buddy of Jane Doe, who starts on Mon, 17 March 2031.';
  expect(textsOf(office)).toContain(buddy);
  await ines.press('Start offboarding');
  await ines.untilView('Offboarding started');
  const leaves = 'Sofia Lindqvist (buddy) leaves on Mon, 10 March 2031, before the start day.';
  await ines.untilMessage(leaves, channels.private);
  await openPage(office);
  expect(textsOf(office)).toContain(buddy);
  await ines.closeAll();
  await ines.command(`/newhire Ben Roe ben@acme.example ${startDay}`);
  await ines.untilView('New hire');
  await ines.fill({ Buddy: 'Sofia Lindqvist' });
  await ines.submit();
  await ines.untilView('Check and add');
  expect(textsOf(office)).toContain(leaves);
});

describe('an offboarding whose outcome nobody knows', () => {
  /** The answer is lost and no list shows who leaves, so HR is asked. Meanwhile the start day comes. */
  async function untilTheStartDay() {
    const service = await releasedService(cleanup);
    const proxy = await startProxy(cleanup, service.url);
    const { clock, office } = await officeAt(cleanup, begin, { service: { ...service, url: proxy.url } });
    await hired(office);
    // Ben's messages are planned after Jane's, so once his are out, hers were held.
    await office.ines.command(`/newhire Ben Roe ben@acme.example ${startDay}`);
    await office.ines.untilView('New hire');
    await office.ines.submitAndAgree();
    await office.ines.untilView('New hire added');
    await office.ines.closeAll();
    await office.bot.directory.refresh();
    proxy.next(paths.offboarding, { when: 'after', answer: 'drop' });
    await checkPage(office, 'Jane Doe', before);
    await office.ines.press('Start offboarding');
    await expect.poll(() => proxy.posted(paths.offboarding)).toHaveLength(1);
    clock.moveTo(new Date(clock.now().getTime() + 5 * 60_000));
    await office.ines.untilMessage('Frontdesk couldn’t confirm the offboarding of Jane Doe');
    await office.ines.closeAll();
    for (const day of ['2031-03-10', startDay]) clock.moveTo(instantOf(day, '09:00', 'Europe/London'));
    await office.ines.untilMessage('Ben Roe starts today', channels.hires);
    await office.sandbox.settled();
    expect(posted(office, 'Jane Doe start')).toEqual([]);
    expect(publicly(office).match(/Started on/g)).toHaveLength(1);
    return { clock, office };
  }

  it('holds what is said of the start, says so on the person’s page, and ends the start when HR says that it worked', async () => {
    const { clock, office } = await untilTheStartDay();
    const { ines } = office;
    await ines.openHome();
    // App Home lists the question before upcoming days.
    await pressSpoken(ines, 'Details: Jane Doe', { nth: 1 });
    await ines.untilView('Request');
    expect(textsOf(office)).toContain('This person’s offboarding isn’t confirmed yet.');
    await ines.closeAll();
    await ines.press('Yes, it has started');
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    clock.moveTo(new Date(clock.now().getTime() + 11 * 60_000));
    await office.sandbox.settled();
    expect(posted(office, 'Jane Doe start')).toEqual([]);
    expect(publicly(office)).toContain('Won’t start');
  });

  inWhole('announces the start once it is cancelled', async () => {
    const { clock, office } = await untilTheStartDay();
    const { ines, marcus } = office;
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Cancel') ?? false);
    await ines.press('Cancel', { confirm: true });
    await ines.until(() => !(ines.home()?.buttons.includes('Cancel') ?? true));
    clock.moveTo(new Date(clock.now().getTime() + 11 * 60_000));
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    await marcus.untilMessage('Jane Doe starts today');
    await ines.until(() => publicly(office).match(/Started on/g)?.length === 2);
  });
});

it('says nothing of a start that ended, on the start day and after the first week', async () => {
  const { clock, office } = await officeAt(cleanup, begin);
  await hired(office);
  await office.bot.directory.refresh();
  await offboard(office, startDay);
  await office.ines.untilMessage('Jane Doe won’t start.', channels.hires);
  for (const day of ['2031-03-10', startDay, '2031-03-24'])
    clock.moveTo(instantOf(day, '09:00', 'Europe/London'));
  await office.sandbox.settled();
  expect(posted(office, 'Jane Doe start')).toEqual([]);
  expect(posted(office, 'first week')).toEqual([]);
});
