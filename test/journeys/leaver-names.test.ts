import { expect } from 'vitest';
import { demoAccess, demoWorkspace } from '../../src/commands/demo-company.ts';
import { demoPeople } from '../../src/service/demo.ts';
import { startReleasedDeployment } from '../contract/released-deployment.ts';
import { call } from '../sandbox/stage/call.ts';
import { leaksIn, type Told, toldIn } from './leaver-watch.ts';
import { type Cleanup, type Office, writtenLog } from './office.ts';
import { somebody } from './people-office.ts';
import { addWebhook, startReceiver } from './receiver.ts';
import { begin, channels, it, type Open } from './world.ts';

/** Unusual name: a match can only be this person. */
const leaver = { first: 'Xantippe', last: 'Quellfisch', email: 'x.quellfisch@acme.example' };
const name = /Xantippe|Quellfisch/i;
const missing = 'Jane Doe is no longer in the onboarding service.';

async function openWithLeaver(open: Open, cleanup: Cleanup) {
  const token = 'n'.repeat(40);
  const person = { first_name: leaver.first, last_name: leaver.last, email: leaver.email, role: 2 };
  const deployment = await startReleasedDeployment({ token, employees: [...demoPeople, person] });
  cleanup.later(deployment.stop);
  const { lines, log } = writtenLog();
  const inSlack = somebody('U0XANTIPPE', `${leaver.first} ${leaver.last}`, { email: leaver.email });
  const members = [...demoWorkspace.people.map(({ id }) => id), inSlack.id];
  const everywhere = demoWorkspace.channels.map((one) => ('isPrivate' in one ? one : { ...one, members }));
  const office = await open({
    service: { url: deployment.url, token },
    at: begin,
    log,
    env: { FRONTDESK_OFFBOARDING_APPROVAL: 'True', FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True' },
    workspace: { people: [...demoWorkspace.people, inSlack], channels: everywhere },
  });
  return { office, lines, deployment };
}

/** Marcus requests the offboarding and leaves his window open. @returns the request's reference */
async function ask({ marcus }: Office, day: string): Promise<string> {
  await marcus.closeAll();
  await marcus.command('/offboard', { channel: channels.general });
  await marcus.untilView('Start offboarding');
  await marcus.submit({ Employee: `${leaver.first} ${leaver.last}`, 'Last day': day });
  await marcus.untilView('Check and start');
  await marcus.press('Rehearse');
  await marcus.untilMessage('Rehearsal: ');
  await marcus.submit();
  const { texts } = await marcus.untilView('Waiting for HR');
  return texts.find((text) => text.startsWith('Reference '))?.replace('Reference ', '') ?? '';
}

async function write(person: Office['ines'], button: string, label: string) {
  await person.fillIn(button, { [label]: 'Because' });
  await person.submit();
  await person.closeAll();
}

/** Jane disappears from the service, HR keeps her start, and she comes back. */
async function disappears({ office, deployment }: Awaited<ReturnType<typeof openWithLeaver>>) {
  const { ines, look } = office;
  await look(10);
  const bringBack = deployment.remove('jane@acme.example');
  await look(10);
  await look(10);
  await ines.untilMessage(missing, channels.private);
  await ines.press('Keep start');
  await ines.untilMessage('<@U0INES> kept the start.', channels.private);
  bringBack();
  await look(10);
}

async function remove({ sandbox }: Office, channel: string, words: string) {
  const message = sandbox.messages(channel).findLast(({ text }) => text.includes(words));
  await call(sandbox, 'chat.delete', { channel, ts: message?.ts });
}

it('says a leaver’s name to HR and the requester alone, and stores nobody’s in a message', async ({
  open,
  cleanup,
}) => {
  const opened = await openWithLeaver(open, cleanup);
  const { office, lines, deployment } = opened;
  const { clock, ines, marcus, leila, sofia, sandbox, bot, rows } = office;
  const [elsewhere, payroll] = [await startReceiver(cleanup), await startReceiver(cleanup)];
  await addWebhook(ines, elsewhere.url, { Tasks: ['Task done', 'Task overdue'] });
  await addWebhook(ines, payroll.url, {
    Starts: [],
    Departures: ['Offboarding started', 'Offboarding cancelled'],
  });
  const weekly = { 'Weekly overview channels': [channels.general] };
  await office.set('Reminders', weekly);
  await office.hire();
  await disappears(opened);
  await remove(office, channels.hires, 'Jane Doe joins');
  await bot.directory.refresh();
  await office.offboard({ name: 'Jane Doe', on: begin.slice(0, 10), by: ines });
  await ines.untilMessage('Jane Doe won’t start.', channels.hires);
  await ask(office, '2031-03-17');
  await ines.untilMessage('’s offboarding?', channels.private);
  await write(ines, 'Ask a question', 'Question');
  await marcus.closeAll();
  await marcus.untilMessage('HR has a question');
  await write(marcus, 'Answer', 'Answer');
  await ines.untilMessage('Answered: ', channels.private);
  await write(ines, 'Decline', 'Reason');
  await marcus.untilMessage('HR declined');
  const again = await ask(office, '2031-03-17');
  await leila.command(`/offboard <@U0XANTIPPE>`, { channel: channels.general });
  await leila.untilView('Start offboarding');
  await leila.submit({ Employee: `${leaver.first} ${leaver.last}`, 'Last day': '2031-03-18' });
  await leila.closeAll();
  await ines.openHome();
  // Wait for the new request: the declined one was listed here too.
  await ines.until(
    ({ home }) => JSON.stringify(home).includes(again) && ines.home()?.buttons.includes('Approve'),
  );
  await remove(office, channels.private, '’s offboarding?');
  deployment.failNext('/api/offboarding/', 'drop');
  await ines.press('Approve', { confirm: true });
  await expect.poll(async () => (await bot.ledger.find(again))?.state).not.toBe('awaiting_approval');
  const isAsked = () => {
    clock.moveBy(60_000);
    return marcus.directMessages().some(({ texts }) => texts.join().includes('Has it started'));
  };
  await expect.poll(isAsked).toBe(true);
  await marcus.untilMessage('HR approved');
  await marcus.closeAll();
  await marcus.press('No, send it again');
  // The rehearsal has told Marcus so before.
  await ines.untilMessage(/Quellfisch’s offboarding has started/, channels.private);
  await office.allSent();
  await marcus.press('Add to calendar');
  await office.allSent();
  for (const day of ['2031-03-10', '2031-03-14', '2031-03-17']) clock.moveToDay(day, '09:05', 'UTC');
  await ines.untilMessage(/^Today is .*’s last day/, channels.private);
  await ines.untilMessage('Leaving this week and next', channels.private);
  await marcus.openPerson();
  await marcus.open('Cancel offboarding');
  sandbox.changeChannel(channels.private, { isArchived: true });
  await marcus.submitUntil(/Reference R-/);
  await marcus.press('Remove from calendar');
  await ines.untilMessage('is cancelled');
  await marcus.untilMessage(/Quellfisch’s .*Open the file/);
  for (const person of [leila, sofia, sandbox.person('U0XANTIPPE')]) await person.openHome();
  await leila.command('/frontdesk status', { channel: channels.general });

  const told = toldIn(sandbox, Object.values(channels));
  const mayRead = (id: string) => [channels.private, 'U0MARCUS', ...demoAccess.hr].includes(id);
  const named = told.filter(({ text }) => name.test(text));
  expect(named.length).toBeGreaterThan(20);
  const isOwnForm = ({ to, text }: Told) => to === 'U0LEILA' && text.includes('"callback_id":"offboard"');
  expect(named.filter((one) => !(one.to && mayRead(one.to)) && !isOwnForm(one))).toEqual([]);
  expect(leaksIn(told, mayRead)).toEqual([]);
  // The watch isn't blind: were nobody allowed to know, each way would leak.
  const ways = new Set(leaksIn(told, () => false).map(({ how }) => how));
  expect([...ways].toSorted()).toEqual([
    ...['answer', 'chat.postMessage', 'chat.update', 'file', 'stored'],
    ...['views.open', 'views.publish', 'views.update'],
  ]);
  const gone = sandbox.calls('chat.update').filter(({ answer }) => answer?.error === 'message_not_found');
  expect(gone.map(({ args }) => args.channel)).toContain(channels.hires);
  // Only HR is asked about a missing person.
  const asked = told.filter(({ text }) => text.includes(missing));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ to = '' }) => ![channels.private, ...demoAccess.hr].includes(to))).toEqual([]);
  // Everyone who knew of the start learns that it's off, but not why.
  const isOfJane = ({ to, how, text }: Told) =>
    !(to && mayRead(to)) && how !== 'views.publish' && text.includes('Jane Doe');
  const ofJane = told.filter(isOfJane);
  expect(ofJane.length).toBeGreaterThan(1);
  expect(ofJane.filter(({ text }) => /leav|offboard|last day|starts today/i.test(text))).toEqual([]);

  const files = told.filter(({ how, text }) => how === 'file' && !text.includes('Jane Doe'));
  expect(files.length).toBeGreaterThan(1);
  expect(new Set(files.map(({ to }) => to))).toEqual(new Set(['U0MARCUS']));
  expect(files.filter(({ text }) => name.test(text) && /CLASS:PRIVATE/.test(text))).toHaveLength(
    files.length,
  );
  const fileNames = told.filter(({ how }) => how === 'files.getUploadURLExternal');
  expect(fileNames.length).toBeGreaterThanOrEqual(files.length);
  expect(fileNames.filter(({ text }) => name.test(text))).toEqual([]);

  // Other systems learn of departures where that is switched on.
  expect(payroll.all.map(({ body }) => body).join()).toMatch(name);
  expect(elsewhere.all.map(({ type }) => type)).toEqual(['hire.added', 'hire.start_cancelled']);
  expect(elsewhere.all.map(({ body }) => body).join()).not.toMatch(name);
  expect(elsewhere.all.map(({ body }) => body).join()).not.toMatch(/last day|leav|offboard/i);

  const metadata = sandbox.calls().map(({ args }) => JSON.stringify(args.metadata ?? null));
  expect(metadata.filter((text) => name.test(text))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => name.test(line))).toEqual([]);
  for (const path of ['/healthz', '/readyz'])
    expect(await (await fetch(`${bot.url}${path}`)).text()).not.toMatch(name);
  const messages = await rows('messages');
  const stored = [...messages, ...(await rows('audit_events'))];
  expect(stored.filter((row) => name.test(JSON.stringify(row)))).toEqual([]);
  // References and hashes can spell a name by chance, in capitals or mixed case; match only regular spellings.
  const readable = messages.map((row) => ({ ...row, metadata_id: '' }));
  expect(JSON.stringify(readable)).not.toMatch(/jane|doe|oyelaran|Jane|Doe|Oyelaran/);
});
