import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../src/time/dates.ts';
import { begin, hired, leaving, officeAt, posted, startDay } from './moved-office.ts';
import { type Cleanup, channels, createCleanup, type Office, releasedService, serverThat } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

const before = '2031-03-10';
const textsOf = ({ ines }: Office) => ines.view().texts.join('\n');
const publicly = (office: Office) => JSON.stringify(office.sandbox.messages(channels.hires));

/** The page before an offboarding is sent. */
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

/** Opens a window about the newest request with such a button. */
async function openFor({ ines }: Office, button: string, name = 'Jane Doe') {
  await ines.closeAll();
  await ines.openHome();
  await ines.until(() => ines.home()?.buttons.includes('Find by name') ?? false);
  await ines.press('Find by name');
  await ines.untilView('Find by name');
  await ines.fill({ Name: name });
  await ines.submit();
  await ines.press(button);
}

/** The service, without the id in its answer to a creation. */
async function tellingNoId() {
  const service = await releasedService(cleanup);
  const url = await serverThat(cleanup, async (request, response) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {};
    const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${request.url}`, { method: request.method ?? 'GET', headers, ...body });
    const text = await answer.text();
    const isCreated = request.method === 'POST' && request.url?.includes('/users');
    const shown = isCreated ? JSON.stringify({ ...JSON.parse(text), id: undefined }) : text;
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(shown);
  });
  return { ...service, url };
}

describe.each([
  ['its id', releasedService],
  ['its address alone', tellingNoId],
])('a hire known by %s', (_how, startService) => {
  it('ends a start that the last day comes before, and brings it back when the offboarding is called off', async () => {
    const { clock, office } = await officeAt(cleanup, begin, { service: await startService(cleanup) });
    const { ines, marcus } = office;
    await hired(office);
    await office.bot.directory.refresh();
    await checkPage(office, 'Jane Doe', before);
    expect(textsOf(office)).toContain('Jane Doe is due to start on Mon, 17 March 2031. With this last day they won’t start');
    await ines.press('Start offboarding');
    await ines.untilView('Offboarding started');
    await ines.closeAll();
    await ines.untilMessage('Jane Doe won’t start.', channels.hires);
    await marcus.untilMessage('Jane Doe won’t start.');
    await ines.until(() => publicly(office).includes('Won’t start'));
    expect(publicly(office)).not.toMatch(/leav|offboard|last day|10 March/i);
    clock.moveTo(instantOf('2031-03-10', '09:00', 'Europe/London'));
    await office.sandbox.settled();
    await openFor(office, 'Called off');
    await ines.untilView('Called off');
    await ines.press('Save and notify');
    await ines.untilMessage('Jane Doe starts after all on Mon, 17 March 2031.', channels.hires);
    clock.moveTo(instantOf(startDay, '09:00', 'Europe/London'));
    await ines.untilMessage('Jane Doe starts today', channels.hires);
    expect(posted(office, 'starts today').map((line) => line.split(':')[0]).toSorted()).toEqual(
      [channels.hires, 'U0MARCUS', 'U0SOFIA'].toSorted(),
    );
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
