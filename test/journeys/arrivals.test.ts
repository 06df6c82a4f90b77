import { expect } from 'vitest';
import { ourService } from './office.ts';
import { somebody } from './people-office.ts';
import { begin, behindProxy, channels, it } from './world.ts';

const jane = somebody('U0JANE', 'Jane Doe', { email: 'Jane@acme.example' });
const tomasz = somebody('U0TOMASZ', 'Tomasz Wiśniewski', { email: 'tomasz.wisniewski@acme.example' });
const withTomasz = { Manager: 'Tomasz Wiśniewski' };

it('tells manager, buddy and requester once that a hire is in Slack', async ({ open }) => {
  const { ines, marcus, sofia, sandbox, hire, posted } = await open({ at: begin });
  await hire();
  sandbox.addPerson(jane);
  const news = 'Jane Doe is in Slack now.';
  for (const person of [ines, marcus, sofia]) await person.untilMessage(news);
  expect((await marcus.untilMessage(news)).texts.join()).toContain('Say hello to <@U0JANE>.');
  sandbox.addPerson({ ...jane, id: 'U0JANETWO' });
  sandbox.addPerson({ ...jane, id: 'U0STRANGER', isStranger: true });
  sandbox.addPerson({ ...jane, id: 'U0NOBODY', email: 'nobody@acme.example' });
  await sandbox.settled();
  expect(posted(news).toSorted()).toEqual(['U0INES', 'U0MARCUS', 'U0SOFIA'].map((id) => `${id}: ${news}`));
});

it('says nothing of a hire who started long ago', async ({ open }) => {
  const { clock, sandbox, hire, posted } = await open({ at: begin });
  await hire();
  clock.moveTo(new Date('2031-04-02T12:00:00.000Z'));
  sandbox.addPerson(jane);
  await sandbox.settled();
  await hire({ name: 'Late Comer', on: '2031-04-14', fields: {} });
  expect(posted('is in Slack now')).toEqual([]);
});

it('sends a manager who has come into Slack what they missed, and says so', async ({ open }) => {
  const { ines, sandbox, hire, posted } = await open({ at: begin });
  await hire({ fields: withTomasz });
  expect(posted('with you as manager')).toEqual([]);
  sandbox.addPerson(tomasz);
  await sandbox.person('U0TOMASZ').untilMessage('with you as manager.');
  await ines.untilMessage('Tomasz Wiśniewski is in Slack now and gets a message about Jane Doe.');
  expect(posted('with you as manager')).toHaveLength(1);
  expect(sandbox.messages(channels.hires).filter(({ text }) => text.includes('in Slack now'))).toEqual([]);
});

it('sends it also from a process that hasn’t read the employees yet', async ({ open, cleanup }) => {
  let canBeRead = true;
  const service = await behindProxy(cleanup, ourService, (method, path) =>
    method === 'GET' && path === '/api/employees/' && !canBeRead
      ? { when: 'before', answer: 503 }
      : undefined,
  );
  const { bot, sandbox, hire, start } = await open({ at: begin, service });
  await hire({ fields: withTomasz });
  await bot.stop();
  canBeRead = false;
  const again = await start();
  await again.directory.refresh();
  canBeRead = true;
  sandbox.addPerson(tomasz);
  await sandbox.person('U0TOMASZ').untilMessage('with you as manager.');
});
