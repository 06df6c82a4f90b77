import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { additions } from '../../src/contract/additions/paths.ts';
import { openDatabase } from '../../src/database/open.ts';
import { instantOf } from '../../src/time/dates.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { inWhole } from '../faults/trials.ts';
import { begin } from './moved-office.ts';
import { openOffice } from './office.ts';
import { hiredWithKit, taskService, tasksOf } from './task-office.ts';

const cleanup = useCleanup();

const at = (time: string) => instantOf('2031-03-14', time, 'Europe/London');
const often = { interval: 5 };
const waits = 'The onboarding service hasn’t answered yet.';

/** Marcus has a task and has filled in the form to postpone it. */
async function puttingOff() {
  const clock = testClock({ start: begin });
  const service = await taskService(cleanup, clock);
  const proxy = await startProxy(cleanup, service.url);
  const office = await openOffice(cleanup, { service: { url: proxy.url, token: service.token }, clock });
  await hiredWithKit(office);
  clock.moveTo(at('09:05'));
  // Stops before the office, which would wait for hanging requests.
  cleanup.later(proxy.stop);
  const { marcus } = office;
  await marcus.untilMessage('Task: Order a laptop');
  await marcus.press('Not yet');
  await marcus.untilView('Not yet');
  await marcus.fill({ 'New day': '2031-03-19' });
  const shows = (text: string) => marcus.until(() => marcus.view().texts.join(' ').includes(text));
  const sent = () => proxy.passed.find(({ path }) => path === additions.task);
  /** Hands the form in and passes the two seconds that it waits for the answer. */
  const submit = async () => {
    const submitted = marcus.submit();
    await expect.poll(sent, often).toBeDefined();
    clock.moveBy(2_000);
    await submitted;
  };
  return { clock, service, proxy, office, sent, submit, shows };
}

inWhole(
  'shows in the window of a form how its task stands when the process that sent it never hears of it',
  async () => {
    const { clock, service, proxy, sent, submit, shows } = await puttingOff();
    proxy.next(additions.task, { when: 'after', answer: 'nothing' });
    await submit();
    await shows(waits);
    await expect.poll(() => sent()?.status, often).toBe(200);
    clock.moveTo(at('09:06'));
    await shows('The task is due on Wed, 19 March 2031 now, and it’s a task of Marcus Oyelaran.');
    expect((await tasksOf(service, 'Order a laptop'))[0]?.due_day).toBe('2031-03-19');
  },
);

it('leaves in the window of a form what came of it, however late that was', async () => {
  const { clock, proxy, office, submit, shows } = await puttingOff();
  const goOn = proxy.hold(additions.task);
  await submit();
  await shows(waits);
  goOn();
  await shows('Frontdesk sends it again on ');
  const { db, close } = openDatabase<BotTables>(office.environment.DATABASE_URL ?? '');
  cleanup.later(close);
  const own = db.selectFrom('messages').select('state').where('name', '=', 'task.window');
  await expect.poll(() => own.execute(), often).toEqual([{ state: 'dropped' }]);
  clock.moveTo(at('09:10'));
  await shows('Frontdesk sends it again on ');
});
