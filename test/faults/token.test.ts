import { expect } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { channels, releasedService } from '../journeys/office.ts';
import { runProcess } from '../journeys/program.ts';
import { inWhole } from '../journeys/world.ts';
import { onEachDatabase } from '../postgres.ts';
import { openStage } from './stage.ts';
import { eachOf, patience, until } from './trials.ts';

const requests = 30;
const secret = 's'.repeat(32);

function told({ sandbox }: { sandbox: Sandbox }): string[] {
  return sandbox.messages(channels.private).map(({ text }) => text);
}

onEachDatabase((fresh) => {
  inWhole(
    `a token revoked in the middle of ${requests} requests: all wait, HR is told once, all are made after a new token`,
    async ({ cleanup }) => {
      const service = await releasedService(cleanup);
      const storage = {
        DATABASE_URL: (await fresh()).url,
        FRONTDESK_SECRET: secret,
        ONBOARDING_URL: service.url,
      };
      const set = (token: string) => runProcess(cleanup, ['token', 'set'], storage, { input: token });
      expect((await set(service.token)).code).toBe(0);
      const env = { ...storage, ONBOARDING_API_TOKEN: '' };
      const office = await openStage(cleanup, fresh, { service, env, speed: 20 });
      const { clock } = office;
      const before = service.employees().length;

      await eachOf(requests, 4, async (number) => {
        if (number === requests / 2) service.spoilToken(service.token, 'removed');
        await office.add(number);
      });
      await until(
        () => told(office).length > 0,
        () => told(office),
      );
      const made = service.employees().length - before;
      expect(made).toBeGreaterThan(0);
      expect(made).toBeLessThan(requests);
      expect(told(office)).toEqual([expect.stringContaining('no longer accepts Frontdesk’s admin token')]);
      const ready = await fetch(`${office.bot.url}/readyz`);
      const heldUp = { status: 'held up', trouble: expect.stringContaining('admin token') };
      expect([ready.status, await ready.json()]).toEqual([200, heldUp]);
      const since = { at: clock.now().getTime(), asked: service.requests.length };
      const minutes = () => (clock.now().getTime() - since.at) / 60_000;
      await until(() => minutes() > 1, minutes);
      // Per minute: one or two checks whether it is over, and the menus' reading.
      expect(service.requests.length - since.asked).toBeLessThan(12 * minutes());

      service.allowToken('n'.repeat(40));
      expect((await set('n'.repeat(40))).code).toBe(0);
      await office.expectEachOnce(requests);
      expect(told(office)).toEqual([
        expect.stringContaining('no longer accepts'),
        expect.stringContaining('accepts requests again'),
      ]);
      const readiness = async () => (await fetch(`${office.bot.url}/readyz`)).json();
      await expect.poll(readiness).toEqual({ status: 'ok' });
    },
    patience,
  );
});
