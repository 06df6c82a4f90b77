import { expect, it } from 'vitest';
import type { BotTables } from '../../src/bot/storage/migrations.ts';
import { additions } from '../../src/contract/additions/paths.ts';
import { openDatabase } from '../../src/database/open.ts';
import { useCleanup } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { startProxy } from '../faults/proxy.ts';
import { openSequences } from './kept-sequences.ts';
import { begin } from './moved-office.ts';
import { openOffice } from './office.ts';
import { taskService } from './task-office.ts';

const cleanup = useCleanup();

/** Past the time limit of any work in a window. */
const later = new Date('2031-03-03T12:03:00.000Z');
const often = { interval: 5 };
const hanging = { when: 'before', answer: 'nothing' } as const;

/** An office behind a proxy that can stop answering; `states` reads the states of messages by name. */
async function office(isConnected = true) {
  const clock = testClock({ start: begin });
  const service = await taskService(cleanup, clock);
  const way = { hangs: false };
  const proxy = await startProxy(cleanup, service.url, () => (way.hangs ? hanging : undefined));
  const opened = await openOffice(cleanup, {
    service: { url: proxy.url, token: isConnected ? service.token : '' },
    ...(!isConnected && { env: { ONBOARDING_API_TOKEN: '' }, waitForMenus: false }),
    clock,
  });
  // Stops before the office, which would wait for hanging requests.
  cleanup.later(proxy.stop);
  const { db, close } = openDatabase<BotTables>(opened.environment.DATABASE_URL ?? '');
  cleanup.later(close);
  const states = async (name: string) =>
    (await db.selectFrom('messages').select('state').where('name', '=', name).orderBy('id').execute()).map(
      ({ state }) => state,
    );
  /** Hands a form in and passes the two seconds that it waits for the answer. */
  const submit = async (path: string) => {
    const submitted = opened.ines.submit();
    await expect.poll(() => proxy.passed.some((one) => one.path === path), often).toBe(true);
    clock.moveBy(2_000);
    await submitted;
  };
  return { ...opened, clock, proxy, way, service, states, submit };
}

type Ines = Awaited<ReturnType<typeof office>>['ines'];
const shows = (ines: Ines, text: string) =>
  ines.until(() => ines.views().at(-1)?.texts.join(' ').includes(text));

async function namedSequence(ines: Ines) {
  await openSequences(ines);
  await ines.press('New sequence');
  await ines.untilView('New sequence');
  await ines.fill({ Name: 'Design team', 'What it’s for': 'People who start' });
}

it('says in a window that it is not known whether a sequence was saved, where the process that saves it is lost', async () => {
  const { ines, clock, proxy, submit } = await office();
  await namedSequence(ines);
  proxy.hold(additions.newSequence);
  await submit(additions.newSequence);
  await shows(ines, 'Frontdesk is saving this.');
  clock.moveTo(later);
  await shows(ines, 'Frontdesk couldn’t find out if this was saved.');
  await ines.press('Sequences');
});

it('leaves in a window what came of saving, however late that was', async () => {
  const { ines, clock, proxy, states, submit } = await office();
  await namedSequence(ines);
  const goOn = proxy.hold(additions.newSequence);
  await submit(additions.newSequence);
  await shows(ines, 'Frontdesk is saving this.');
  goOn();
  await shows(ines, 'The sequence is there.');
  await expect.poll(() => states('sequences.window')).toEqual(['dropped']);
  clock.moveTo(later);
  await shows(ines, 'The sequence is there.');
});

it('says in a window what to do about a connection whose test is lost with its process, and leaves one that came to its end', async () => {
  const { ines, clock, way, service, states } = await office(false);
  const connect = async () => {
    await ines.closeAll();
    await ines.openHome();
    await ines.until(() => ines.home()?.buttons.includes('Connect'));
    await ines.press('Connect');
    await ines.untilView('Onboarding service');
    await ines.fill({ 'Admin token': service.token });
    await ines.submit();
  };
  way.hangs = true;
  await connect();
  await shows(ines, 'Frontdesk is testing the address and the token.');
  clock.moveTo(later);
  await shows(ines, 'Frontdesk couldn’t finish this test.');
  way.hangs = false;
  await connect();
  await shows(ines, 'It works.');
  await expect.poll(() => states('settings.connection.window')).toEqual(['sent', 'dropped']);
});
