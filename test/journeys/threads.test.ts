import { expect } from 'vitest';
import type { DrivenSandbox } from '../driver/sandbox.ts';
import { call } from '../sandbox/stage/call.ts';
import { begin, channels, it, startDay } from './world.ts';

const toMarcus = { Manager: 'Marcus Oyelaran' };

function movedIn({ messages }: Pick<DrivenSandbox, 'messages'>) {
  return messages('D0MARCUS').filter(({ text, files }) => text.includes('24 March') && files === undefined);
}

it('keeps changes to a start in the thread of the first message, where they are also shown below', async ({
  open,
}) => {
  const { sandbox, hire, amend, allSent, marcus } = await open({ at: begin });
  await hire({ on: startDay, fields: toMarcus });
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await amend('Cancel start');
  await allSent();
  const [first, ...others] = sandbox.messages('D0MARCUS');
  expect(first?.text).toContain('Jane Doe joins');
  expect(JSON.stringify(first?.blocks)).toContain('Added by <@U0INES>.');
  expect(new Set(others.map(({ threadTs }) => threadTs))).toEqual(new Set([first?.ts]));
  const said = others.filter(({ files }) => files === undefined);
  expect(said).toHaveLength(2);
  expect(said.every(({ isBroadcast }) => isBroadcast)).toBe(true);
  // Slack can show a shared file only in the thread.
  expect(others.length - said.length).toBeGreaterThan(1);
  await marcus.untilMessage('won’t start');
});

it('updates the announcement, and keeps changes to it in its thread', async ({ open }) => {
  const { sandbox, hire, amend, allSent } = await open({ at: begin });
  await hire({ on: startDay, fields: toMarcus });
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await allSent();
  await amend('Cancel start');
  await allSent();
  const [headline, ...others] = sandbox.messages(channels.hires);
  expect(JSON.stringify(headline?.blocks)).toContain('Won’t start');
  expect(others.map(({ threadTs }) => threadTs)).toEqual([headline?.ts, headline?.ts]);
  expect(others.filter(({ isBroadcast }) => isBroadcast)).toEqual([]);
});

it('keeps a changed and a cancelled offboarding in one thread of the private channel', async ({ open }) => {
  const { sandbox, offboard, changeLastDay, amend, allTold, ines } = await open({ at: begin });
  await offboard({ by: ines, on: '2031-03-31' });
  await allTold('Sofia Lindqvist');
  await changeLastDay('Sofia Lindqvist', '2031-04-07');
  await allTold('Sofia Lindqvist');
  await amend('Cancel offboarding');
  await allTold('Sofia Lindqvist');
  const [first, ...others] = sandbox.messages(channels.private);
  expect(others).toHaveLength(2);
  expect(new Set(others.map(({ threadTs }) => threadTs))).toEqual(new Set([first?.ts]));
});

it('posts a reply once if Slack’s answer to it is lost', async ({ open }) => {
  const { sandbox, hire, amend, allSent, marcus } = await open({ at: begin });
  await hire({ on: startDay, fields: toMarcus });
  await allSent();
  sandbox.addFault({ target: 'chat.postMessage', kind: 'reset', when: 'after', times: 1 });
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await allSent();
  await marcus.untilMessage('24 March');
  expect(movedIn(sandbox)).toHaveLength(1);
});

it('posts in the conversation if the thread’s first message was deleted', async ({ open }) => {
  const { sandbox, hire, amend, allSent, marcus } = await open({ at: begin });
  await hire({ on: startDay, fields: toMarcus });
  await allSent();
  const [first] = sandbox.messages('D0MARCUS');
  await call(sandbox, 'chat.delete', { channel: 'D0MARCUS', ts: first?.ts });
  await amend('Move start day', { 'New start day': '2031-03-24' });
  await marcus.untilMessage('24 March');
  const [moved] = movedIn(sandbox);
  expect(moved?.threadTs).toBeUndefined();
});
