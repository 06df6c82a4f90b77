import { expect } from 'vitest';
import { additions } from '../../src/contract/paths.ts';
import type { Cleanup } from './office.ts';
import { tasksOf, withKit, withTasks } from './task-office.ts';
import { behindProxy, inWhole, it, type Open } from './world.ts';

const often = { interval: 5 };
const waits = 'Waiting for the onboarding service…';

async function postponing(open: Open, cleanup: Cleanup) {
  const { clock, service: start } = withTasks();
  const service = await behindProxy(cleanup, start);
  const { proxy } = service;
  const office = await open({ clock, service, limits: { writeTimeout: 3_000 } });
  await office.hire({ fields: withKit });
  clock.moveToDay('2031-03-14', '09:05');
  // Stops before the office, which would wait for hanging requests.
  cleanup.later(proxy.stop);
  const { marcus } = office;
  await marcus.untilMessage('Task: Order a laptop');
  await marcus.fillIn('Not yet', { 'New day': '2031-03-19' });
  const sent = () => proxy.passed.find(({ path }) => path === additions.task);
  const submit = async () => {
    const submitted = marcus.submit();
    await expect.poll(sent, often).toBeDefined();
    clock.moveBy(2_000);
    await submitted;
    await marcus.untilPage(waits);
  };
  return { ...office, proxy, sent, submit };
}

inWhole(
  'says in a form’s window that a lost answer leaves its outcome unknown',
  async ({ open, cleanup }) => {
    const { clock, marcus, service, proxy, sent, submit } = await postponing(open, cleanup);
    proxy.next(additions.task, { when: 'after', answer: 'nothing' });
    await submit();
    await expect.poll(() => sent()?.status, often).toBe(200);
    clock.moveToDay('2031-03-14', '09:06');
    await marcus.untilPage('This may not be recorded.');
    expect((await tasksOf(service, 'Order a laptop'))[0]?.due_day).toBe('2031-03-19');
  },
);

it('leaves in a form’s window what came of it, however late that was', async ({ open, cleanup }) => {
  const { marcus, proxy, submit } = await postponing(open, cleanup);
  const goOn = proxy.hold(additions.task);
  await submit();
  goOn();
  await marcus.untilPage('Frontdesk sends it again on ');
});
