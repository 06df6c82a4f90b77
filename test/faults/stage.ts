import { expect } from 'vitest';
import { testClock } from '../clock.ts';
import { type Cleanup, type OfficeOptions, openOffice, releasedService } from '../journeys/office.ts';
import type { FreshDatabase } from '../postgres.ts';
import { type Hire, handIn, hire, hires, recordSubmission } from './front-door.ts';
import { untilNothingIsOpen, whatIsWrong } from './tally.ts';

export type Fresh = () => Promise<FreshDatabase>;

/** Office in HTTP mode, with a recorded form of which many hires are submitted as copies. */
export async function openStage<Service extends { url: string; token: string; employees(): Employees }>(
  cleanup: Cleanup,
  fresh: Fresh,
  {
    speed = 1,
    clock = testClock({ speed }),
    service,
    env,
    limits,
  }: Pick<OfficeOptions, 'env' | 'limits'> & {
    speed?: number;
    clock?: ReturnType<typeof testClock>;
    service: Service;
  },
) {
  const databaseUrl = env?.DATABASE_URL ?? (await fresh()).url;
  const office = await openOffice(cleanup, {
    mode: 'http',
    service,
    env: { DATABASE_URL: databaseUrl, ...env },
    clock,
    ...(limits && { limits }),
  });
  const { sandbox } = office;
  const recorded = await recordSubmission(sandbox);
  const door = { url: () => office.bot.url, signingSecret: sandbox.signingSecret };
  const wrong = (all: readonly Hire[]) =>
    whatIsWrong(all, { databaseUrl, sandbox, employees: service.employees() });
  return {
    ...office,
    service,
    clock,
    databaseUrl,
    recorded,
    door,
    add: (number: number) => handIn(recorded, hire(number), door),
    wrong,
    async expectEachOnce(count: number, limit?: number): Promise<void> {
      await untilNothingIsOpen(databaseUrl, limit);
      expect(await wrong(hires(count))).toEqual([]);
    },
  };
}

type Employees = readonly { email: string }[];

export async function openReleased(
  cleanup: Cleanup,
  fresh: Fresh,
  options: Omit<Parameters<typeof openStage>[2], 'service'> = {},
) {
  return openStage(cleanup, fresh, { ...options, service: await releasedService(cleanup) });
}
