import { expect } from 'vitest';

import { call } from '../sandbox/stage/call.ts';
import { begin, channels, it, startDay } from './world.ts';

const toMarcus = { Manager: 'Marcus Oyelaran', Buddy: 'Leila Haddad' };

it('keeps changes in the thread of the first message, updates the announcement, and tells HR nothing of their own actions', async ({
  open,
}) => {
  const { sandbox, hire, offboard, changeLastDay, amend, allSent, allTold, ines, marcus } = await open({
    at: begin,
  });
  await hire({ on: startDay, fields: toMarcus });
  await ines.openPerson();
  await ines.fillIn('Change manager or buddy', { Buddy: 'Grace Muthoni' });
  await ines.submitUntil('buddy Grace Muthoni');
  await ines.closeAll();
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await allSent();
  await amend('Cancel start');
  await allSent();
  const [first, ...others] = sandbox.messages('D0MARCUS');
  expect(first?.text).toContain('Jane Doe joins');
  expect(JSON.stringify(first?.blocks)).toContain('Added by <@U0INES>.');
  expect(new Set(others.map(({ threadTs }) => threadTs))).toEqual(new Set([first?.ts]));
  expect(others).toHaveLength(2);
  // Only replies to a person are also shown in the conversation.
  expect(others.every(({ isBroadcast }) => isBroadcast)).toBe(true);
  await marcus.untilMessage('won’t start');
  const [headline, ...replies] = sandbox.messages(channels.hires);
  expect(JSON.stringify(headline?.blocks)).toContain('Won’t start');
  expect(replies.map(({ threadTs }) => threadTs)).toEqual([headline?.ts, headline?.ts]);
  expect(replies.filter(({ isBroadcast }) => isBroadcast)).toEqual([]);
  await ines.openPerson();
  expect(ines.pageText()).toMatch(/Start cancelled|Won’t start/);
  expect(ines.pageText()).not.toMatch(/Confirmation|in the onboarding service to you/);
  await ines.closeAll();

  await offboard({ by: ines, on: '2031-03-31' });
  await changeLastDay('Sofia Lindqvist', '2031-04-07');
  await allTold('Sofia Lindqvist');
  await amend('Cancel offboarding');
  await allTold('Sofia Lindqvist');
  const [started, ...changes] = sandbox.messages(channels.private);
  expect(changes).toHaveLength(2);
  expect(new Set(changes.map(({ threadTs }) => threadTs))).toEqual(new Set([started?.ts]));
  await sandbox.settled();
  // Windows showed HR their own actions.
  expect(ines.directMessages()).toEqual([]);
});

it('posts a reply once if the answer is lost, and outside a deleted thread', async ({ open }) => {
  const { sandbox, hire, amend, allSent, marcus } = await open({ at: begin });
  await hire({ on: startDay, fields: toMarcus });
  await allSent();
  async function movedTo(date: string, day: string) {
    await amend('Move start day', { 'New start day': day });
    await allSent();
    await marcus.untilMessage(`to ${date}`);
    const moved = sandbox.messages('D0MARCUS').filter(({ text }) => text.includes(`to ${date}`));
    return moved.filter(({ files }) => files === undefined);
  }
  sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when: 'after', times: 1 });
  expect(await movedTo('Mon 24 Mar', '2031-03-24')).toHaveLength(1);
  const [first] = sandbox.messages('D0MARCUS');
  await call(sandbox, 'chat.delete', { channel: 'D0MARCUS', ts: first?.ts });
  const [moved] = await movedTo('Mon 31 Mar', '2031-03-31');
  expect(moved?.text).toContain('Jane Doe');
  expect(moved?.threadTs).toBeUndefined();
});
