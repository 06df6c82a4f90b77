import { expect, it } from 'vitest';
import { useCleanup } from '../cleanup.ts';
import { startProxy } from '../faults/proxy.ts';
import { begin, hired, officeAt, posted } from './moved-office.ts';
import { channels, type Office, ourService } from './office.ts';

const cleanup = useCleanup();

const jane = {
  id: 'U0JANE',
  name: 'jane.doe',
  realName: 'Jane Doe',
  email: 'Jane@acme.example',
  timezone: 'UTC',
};
const tomasz = {
  id: 'U0TOMASZ',
  name: 'tomasz',
  realName: 'Tomasz Wiśniewski',
  email: 'tomasz.wisniewski@acme.example',
  timezone: 'UTC',
};

/** The manager isn't in Slack yet. */
async function hiredWithTomasz(ines: Office['ines']): Promise<void> {
  await ines.command('/newhire Jane Doe jane@acme.example 2031-03-17');
  await ines.untilView('New hire');
  await ines.fill({ Manager: 'Tomasz Wiśniewski' });
  await ines.submitAndAgree();
  await ines.untilView('New hire added');
  await ines.untilMessage('Jane Doe has been added.');
  await ines.closeAll();
}

it('tells manager, buddy and whoever asked when a hire has come into Slack, and nobody else, once', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines, marcus, sofia, sandbox } = office;
  await hired(office);
  sandbox.addPerson(jane);
  const said = 'Jane Doe is in Slack now.';
  for (const person of [ines, marcus, sofia]) await person.untilMessage(said);
  expect((await marcus.untilMessage(said)).texts.join()).toContain('You can write to <@U0JANE>.');
  sandbox.addPerson({ ...jane, id: 'U0JANETWO' });
  sandbox.addPerson({ ...jane, id: 'U0STRANGER', isStranger: true });
  sandbox.addPerson({ ...jane, id: 'U0NOBODY', email: 'nobody@acme.example' });
  await sandbox.settled();
  expect(posted(office, said).toSorted()).toEqual(
    ['U0INES', 'U0MARCUS', 'U0SOFIA'].map((id) => `${id}: ${said}`),
  );
});

it('says nothing of somebody who won’t start, or started long ago', async () => {
  const { office, clock } = await officeAt(cleanup, begin);
  await hired(office, '2031-03-17');
  clock.moveTo(new Date('2031-04-02T12:00:00.000Z'));
  office.sandbox.addPerson(jane);
  await office.sandbox.settled();
  await office.ines.command('/newhire Late Comer late@acme.example 2031-04-14');
  await office.ines.untilView('New hire');
  await office.ines.submitAndAgree();
  await office.ines.untilMessage('Late Comer has been added.');
  expect(posted(office, 'is in Slack now')).toEqual([]);
});

it('brings a manager who has come into Slack what they could not get, and says so', async () => {
  const { office } = await officeAt(cleanup, begin);
  const { ines, sandbox } = office;
  await hiredWithTomasz(ines);
  expect(posted(office, 'with you as manager')).toEqual([]);
  sandbox.addPerson(tomasz);
  await sandbox.person('U0TOMASZ').untilMessage('with you as manager.');
  await ines.untilMessage('Tomasz Wiśniewski is in Slack now, so Frontdesk is notifying them of Jane Doe.');
  expect(posted(office, 'with you as manager')).toHaveLength(1);
  expect(sandbox.messages(channels.hires).filter(({ text }) => text.includes('in Slack now'))).toEqual([]);
});

it('brings it to them also where a process that has not read the employees yet hears of them', async () => {
  const own = await ourService(cleanup);
  let canBeRead = true;
  const proxy = await startProxy(cleanup, own.url, (method, path) =>
    method === 'GET' && path === '/api/employees/' && !canBeRead
      ? { when: 'before', answer: 503 }
      : undefined,
  );
  const { office } = await officeAt(cleanup, begin, { service: { url: proxy.url, token: own.token } });
  const { ines, sandbox } = office;
  await hiredWithTomasz(ines);
  await office.bot.stop();
  canBeRead = false;
  const again = await office.start();
  await again.directory.refresh();
  canBeRead = true;
  sandbox.addPerson(tomasz);
  await sandbox.person('U0TOMASZ').untilMessage('with you as manager.');
});
