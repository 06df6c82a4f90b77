import { afterEach, beforeEach, expect, it } from 'vitest';
import { fastClock } from '../faults/fast-clock.ts';
import { type Cleanup, channels, createCleanup, openOffice, serverThat } from './office.ts';

let cleanup: Cleanup;
beforeEach(() => {
  cleanup = createCleanup();
});
afterEach(() => cleanup.now());

/** A service that lists people without their addresses, and loses the answer to the first creation. */
async function blindService() {
  const seen = { creations: 0 };
  const url = await serverThat(cleanup, (request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'OPTIONS') return void say(200, {});
    if (request.url === '/api/employees/') return void say(200, [{ id: 1 }, { id: 2 }]);
    if (request.url === '/api/sequences/') return void say(200, []);
    if (request.url !== '/api/users/') return void say(404, {});
    seen.creations += 1;
    if (seen.creations === 1) return void response.destroy();
    return void say(201, { id: 3, first_name: 'Jane', last_name: 'Doe', email: 'jane@acme.example' });
  });
  return { service: { url, token: 'a'.repeat(40) }, seen };
}

it.each([
  ['Yes, it is done', 1],
  ['No, send it again', 2],
] as const)(
  'asks a person when nobody can be found by address; after “%s” the service was asked %i times, and all is told once',
  async (button, creations) => {
    const { service, seen } = await blindService();
    const { bot, ines, sandbox } = await openOffice(cleanup, { service, clock: fastClock(30) });
    await ines.command('/newhire Jane Doe jane@acme.example 2999-01-01');
    await ines.untilView('New hire');
    await ines.submit();
    await ines.untilMessage('is Jane Doe in it?');
    expect(seen.creations).toBe(1);
    await ines.closeAll();
    await ines.press(button);
    await ines.untilMessage('Jane Doe is in the onboarding service');
    expect(seen.creations).toBe(creations);
    expect(await bot.ledger.list(1)).toMatchObject([{ state: 'done' }]);
    await expect.poll(() => sandbox.messages(channels.hires)).toHaveLength(1);
  },
);
