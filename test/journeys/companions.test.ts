import { expect } from 'vitest';
import { demoPeople } from '../../src/service/demo.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { type Office, ourService } from './office.ts';
import { begin, channels, inWhole, it } from './world.ts';

async function openForm({ ines }: Office, manager: string) {
  await ines.fillIn('/newhire Jane Doe jane@acme.example 2999-01-01', { Manager: manager });
}

function messagesSaying({ ines }: Office, sentence: string): number {
  return ines.directMessages().filter(({ text, texts }) => [text, ...texts].join('\n').includes(sentence))
    .length;
}

/** A person of the demo company who isn't in its Slack. */
const outside = demoPeople.find(({ email }) => email.startsWith('tomas')) ?? demoPeople.at(-1);
const outsideName = `${outside?.first_name} ${outside?.last_name}`;

inWhole('tells the manager even if the employees aren’t read yet', async ({ open, cleanup }) => {
  const service = await ourService(cleanup);
  const office = await open({ service });
  await openForm(office, 'Marcus Oyelaran');
  await office.bot.stop();
  const slow = await startProxy(cleanup, service.url);
  const goOn = slow.hold('/api/employees/');
  Object.assign(office.environment, { ONBOARDING_URL: slow.url });
  await office.start();
  await office.ines.submit();
  goOn();
  await office.marcus.untilMessage('Jane Doe joins on Tue 1 Jan 2999, with you as manager.');
});

it('says in the result and in a message who could not be notified, and why', async ({ open }) => {
  const office = await open();
  const { ines } = office;
  await openForm(office, outsideName);
  await ines.send('New hire added');
  const sentence = `${outsideName} (manager) wasn’t notified: they’re not in Slack under their email.`;
  expect(ines.pageText()).toContain(sentence);
  expect(ines.pageText()).not.toContain('notifying');
  await ines.untilMessage(sentence);
  await office.allSent();
  expect(messagesSaying(office, sentence)).toBe(1);
});

it('promises only what it knows, and tells the requester what comes out', async ({ open }) => {
  const office = await open({ clock: testClock({ speed: 8 }) });
  const { ines, sandbox } = office;
  await openForm(office, outsideName);
  sandbox.addFault({ target: 'users.lookupByEmail', kind: 'ratelimited', times: 2, milliseconds: 16_000 });
  await ines.send('New hire added');
  expect(ines.pageText()).toContain('Frontdesk is notifying the manager.');
  await ines.untilMessage(`${outsideName} (manager) wasn’t notified`);
  expect(messagesSaying(office, 'wasn’t notified')).toBe(1);
  expect(ines.directMessages()).toHaveLength(1);
});

it('lists nobody as a reader who can’t be reached, and says so once', async ({ open }) => {
  const { ines, sofia, sandbox, preview, posted } = await open({ at: begin });
  const listed = () =>
    ines
      .pageText()
      .split('\n')
      .filter((line) => line.includes(outsideName));
  const sentence = `${outsideName} (manager) won’t be notified: they’re not in Slack under their email.`;
  await preview({ Manager: outsideName, Buddy: 'Sofia Lindqvist' });
  expect(listed()).toEqual([sentence]);
  expect(ines.pageText()).toContain('message to Sofia Lindqvist\n');
  expect(ines.pageText()).not.toContain('first week');
  await ines.press('Rehearse');
  await ines.untilMessage('Rehearsal: Jane Doe starts today');
  await sandbox.settled();
  const rehearsed = ines.directMessages().filter(({ text }) => text.startsWith('Rehearsal: '));
  expect(rehearsed.length).toBeGreaterThan(4);
  expect(
    rehearsed.filter(({ texts }) => texts.join().includes(outsideName) && texts.join().includes('(manager)')),
  ).toEqual([]);
  await ines.close();
  await ines.submit();
  await ines.untilView('Check and add');
  expect(listed()).toEqual([sentence]);
  await ines.send('New hire added');
  await ines.closeAll();
  await sofia.untilMessage('with you as buddy');
  await ines.untilMessage('Jane Doe joins', channels.hires);
  await ines.openPerson();
  await ines.until(() => listed().some((line) => line.includes('not sent')));
  expect(listed().filter((line) => /^(Reminder|Message|Question)/.test(line))).toEqual([]);
  const rehearsals = posted('Rehearsal: ').length;
  await ines.press('Rehearse');
  await ines.until(() => posted('Rehearsal: ').length > rehearsals);
  await sandbox.settled();
  expect(posted('Rehearsal: ').slice(rehearsals).join('\n')).not.toContain('with you as manager');
});
