import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { releasedService } from './office.ts';
import { addWebhook, startReceiver } from './receiver.ts';
import { farewell, tasksOf, withKit, withTasks } from './task-office.ts';
import { begin, channels, it } from './world.ts';

const env = { FRONTDESK_EVENTS_ALLOW_PRIVATE: 'True' };
const minute = 60_000;
const hour = 60 * minute;

const departures = ['Offboarding started', 'Last day changed', 'Offboarding cancelled', 'Last day begins'];

it('tells another system what happens to a hire, in order and signed', async ({ open, cleanup }) => {
  const { ines, hire, day, amend, clock } = await open({ env });
  const receiver = await startReceiver(cleanup);
  const secret = await addWebhook(ines, receiver.url);
  await hire({ name: 'Ada Park' });
  await receiver.until('Ada Park', ['hire.added']);
  const [added] = receiver.taken;
  expect(added?.headers['webhook-id']).toBe(added?.id);
  expect(new Webhook(secret).verify(added?.body ?? '', added?.headers as never)).toMatchObject({
    type: 'hire.added',
    data: {
      person: { name: 'Ada Park', email: 'ada@acme.example' },
      start_day: day(),
      manager: { name: 'Marcus Oyelaran', email: 'marcus.oyelaran@acme.example' },
      buddy: { name: 'Sofia Lindqvist' },
    },
  });
  const later = day(20);
  await amend('Move start day', { 'New start day': later });
  await amend('Change manager or buddy', { Manager: 'Leila Haddad' });
  await amend('Change manager or buddy', { Buddy: 'Marcus Oyelaran' });
  const first = ['hire.added', 'hire.start_moved', 'hire.manager_changed'];
  await receiver.until('Ada Park', first);
  const [, moved, changed] = receiver.taken;
  expect(moved?.data).toMatchObject({ start_day: later, previous_start_day: day() });
  expect(changed?.data).toMatchObject({
    manager: { name: 'Leila Haddad' },
    previous_manager: { name: 'Marcus Oyelaran' },
  });
  clock.moveToDay(later, '00:30', 'UTC');
  await receiver.until('Ada Park', [...first, 'hire.started'], () => clock.moveBy(minute));
  expect(receiver.isSigned(receiver.taken[3] as never, secret, clock.now())).toBe(true);
  await amend('Cancel start');
  await receiver.until('Ada Park', [...first, 'hire.started', 'hire.start_cancelled']);
  // Sunday and the buddy tell nothing new, and each event came once.
  expect(receiver.all).toHaveLength(5);
  expect(new Set(receiver.all.map(({ id }) => id)).size).toBe(5);
});

it('tells of departures only where that is switched on', async ({ open, cleanup }) => {
  const { ines, offboard, changeLastDay, amend, day, clock } = await open({ env });
  const [it, payroll] = [await startReceiver(cleanup), await startReceiver(cleanup)];
  await addWebhook(ines, it.url, { Tasks: ['Task done', 'Task overdue'] });
  await addWebhook(ines, payroll.url, { Starts: [], Departures: departures, People: [] });
  await offboard();
  await changeLastDay('Sofia Lindqvist', day(20));
  await untilTypes(payroll, ['offboarding.started', 'offboarding.last_day_moved']);
  expect(payroll.taken[1]?.data).toMatchObject({ last_day: day(20), previous_last_day: day() });
  clock.moveToDay(day(20), '00:30', 'UTC');
  await untilTypes(
    payroll,
    ['offboarding.started', 'offboarding.last_day_moved', 'offboarding.last_day'],
    () => clock.moveBy(minute),
  );
  await amend('Cancel offboarding');
  await untilTypes(payroll, [
    'offboarding.started',
    'offboarding.last_day_moved',
    'offboarding.last_day',
    'offboarding.cancelled',
  ]);
  expect(it.all).toEqual([]);
  // Without names and addresses, only ids are left.
  expect(payroll.all.map(({ body }) => body).join()).not.toMatch(/Sofia|Lindqvist|@/);
  expect(payroll.taken[0]?.data.person).toEqual({ employee: expect.any(Number) });
});

async function untilTypes(
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  types: readonly string[],
  meanwhile?: () => void,
) {
  await receiver.until(undefined, types, meanwhile);
}

it('tells nothing that was before the other system was added', async ({ open, cleanup }) => {
  const { ines, hire, amend, day, clock } = await open({ env });
  const receiver = await startReceiver(cleanup);
  await hire({ name: 'Ada Park', on: day(20) });
  // The reminder of the day is still ahead.
  clock.moveToDay(day(20), '00:30');
  await addWebhook(ines, receiver.url);
  for (let hours = 0; hours < 3; hours += 1) await clock.hurry(async () => clock.moveBy(hour));
  await amend('Cancel start');
  await receiver.until('Ada Park', ['hire.start_cancelled']);
});

it('repeats events for two days, then sends each once and in order', async ({ open, cleanup }) => {
  const { ines, hire, amend, day, clock, rows } = await open({ env });
  const receiver = await startReceiver(cleanup);
  receiver.answers(503);
  await addWebhook(ines, receiver.url);
  await hire({ name: 'Ada Park' });
  await amend('Move start day', { 'New start day': day(20) });
  await hire({ name: 'Ben Ito' });
  const end = clock.now().getTime() + 48 * hour;
  const waits = () => {
    clock.moveBy(hour);
    return receiver.all.length > 3 && clock.now().getTime() > end;
  };
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  await ines.openFromHome('Webhooks');
  expect(ines.pageText()).toMatch(/Failing since .* · 3 waiting/);
  expect(ines.pageText()).toMatch(/hire\.added, 503/);
  receiver.answers(204);
  clock.moveBy(hour);
  const meanwhile = () => clock.moveBy(10_000);
  await receiver.until('Ada Park', ['hire.added', 'hire.start_moved'], meanwhile);
  await receiver.until('Ben Ito', ['hire.added'], meanwhile);
  const ids = new Map(receiver.all.map(({ id, type, data }) => [id, `${type} ${data.person?.name}`]));
  expect(ids.size).toBe(3);
  await expect
    .poll(async () => (await rows('webhook_events')).map(({ data }) => data))
    .toEqual(['{}', '{}', '{}']);
});

it('gives up after three days, tells HR once, and sends again on a press', async ({ open, cleanup }) => {
  const { ines, hire, clock } = await open({ env });
  const receiver = await startReceiver(cleanup);
  receiver.answers('cut');
  await addWebhook(ines, receiver.url);
  await hire({ name: 'Ada Park' });
  await hire({ name: 'Ben Ito' });
  await expect
    .poll(
      () => {
        clock.moveBy(hour);
        return ines.messages(channels.private).filter(({ text }) => text.includes('not delivered')).length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  const told = await ines.untilMessage('within three days', channels.private);
  expect(told.text).toMatch(/^2 events not delivered to 127\.0\.0\.1:\d+ within three days\./);
  receiver.answers(200);
  await ines.openFromHome('Webhooks');
  await ines.pressUntil('Send again', 'Sending 2 events.');
  await receiver.until('Ada Park', ['hire.added']);
  await receiver.until('Ben Ito', ['hire.added']);
});

it('tells of tasks that are done, wherever that was, and overdue, each once', async ({ open, cleanup }) => {
  const { ines, marcus, hire, offboard, service, clock, sandbox } = await open({ ...withTasks(), env });
  const receiver = await startReceiver(cleanup);
  await addWebhook(ines, receiver.url, { Starts: [], Tasks: ['Task done', 'Task overdue'] });
  await hire({ fields: withKit });
  await offboard({ fields: { 'Offboarding sequences': [farewell] }, on: '2031-03-17' });
  clock.moveToDay('2031-03-14', '09:05');
  await marcus.untilMessage('Task: Order a laptop');
  await marcus.press('Done');
  await receiver.until(undefined, ['task.done']);
  expect(receiver.taken[0]?.data).toMatchObject({
    text: 'Order a laptop',
    person: { name: 'Jane Doe' },
    assignee: { name: 'Marcus Oyelaran' },
    due_day: '2031-03-14',
  });
  const [{ id, version } = {}] = await tasksOf(service, 'Have lunch together');
  await service.ask('/api/frontdesk/tasks/change/', { action: 'done', id, version, by: null });
  clock.moveToDay('2031-03-14', '09:15');
  await receiver.until(undefined, ['task.done', 'task.done']);
  clock.moveToDay('2031-03-20', '09:05');
  await expect
    .poll(() => {
      clock.moveBy(minute);
      return receiver.all.map(({ type, data }) => `${type} ${data.text}`).toSorted();
    })
    .toEqual([
      'task.done Have lunch together',
      'task.done Order a laptop',
      'task.overdue Check the contract',
      'task.overdue Read the handbook',
    ]);
  // The leaver's tasks are overdue too.
  clock.moveBy(11 * minute);
  await sandbox.settled();
  expect(receiver.all).toHaveLength(4);
});

it('tells of no start that nobody is sure of', async ({ open, cleanup }) => {
  const { ines, hire, look, clock, service } = await open({ service: releasedService, at: begin, env });
  const receiver = await startReceiver(cleanup);
  await addWebhook(ines, receiver.url);
  await hire({ on: '2031-03-10' });
  await look(10);
  service.remove('jane@acme.example');
  await look(10);
  await look(10);
  await ines.untilMessage('Jane Doe is no longer in the onboarding service.', channels.private);
  clock.moveToDay('2031-03-10', '00:30', 'UTC');
  await expect
    .poll(
      () => {
        clock.moveBy(minute);
        return clock.now().toISOString() > '2031-03-10T01:30';
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  expect(receiver.all.map(({ type }) => type)).toEqual(['hire.added']);
  await ines.press('Cancel start', { confirm: true });
  await receiver.until('Jane Doe', ['hire.added', 'hire.start_cancelled'], () => clock.moveBy(minute));
  expect(receiver.all).toHaveLength(2);
});
