import { it as plain } from 'vitest';
import { type LossyProxy, startProxy } from '../faults/proxy.ts';
import { isWhole, some } from '../faults/trials.ts';
import { freshPostgres, postgresUrl } from '../postgres.ts';
import { type Cleanup, createCleanup, ourService, releasedService, type Service } from './office.ts';
import { type Ours, openWorld, type World, type WorldOptions } from './open-world.ts';

export { channels } from './office.ts';
export * from './open-world.ts';

export type Open = <Given extends Service = Ours>(options?: WorldOptions<Given>) => Promise<World<Given>>;

export const it = plain.extend<{ cleanup: Cleanup; open: Open }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern.
  cleanup: async ({}, use) => {
    const cleanup = createCleanup();
    await use(cleanup);
    await cleanup.now();
  },
  open: async ({ cleanup }, use) => {
    await use((options) => openWorld(cleanup, options));
  },
});

/** Test for the whole run only: it is slow, or a rarer variant of a test in every run. */
export const inWhole = it.runIf(isWhole);

/** Test on PostgreSQL, left out without TEST_POSTGRES_URL. `postgres` is the address of an empty database. */
export const onPostgres = it
  .extend<{ postgres: string }>({
    postgres: async ({ cleanup }, use) => {
      const { url, remove } = await freshPostgres();
      cleanup.later(remove);
      await use(url);
    },
  })
  .runIf(postgresUrl);

/**
 * Shares an office, as opening one costs more than most journeys. Entries and messages of earlier tests
 * remain, so each must add somebody else. Made at the top level of a file, not inside `describe`.
 */
export function inOneOffice<Given extends Service = Ours>(
  options: WorldOptions<Given> | ((cleanup: Cleanup) => Promise<WorldOptions<Given>>) = {},
) {
  return it
    .extend<{ $file: { office: World<Given> } }>({
      office: [
        // biome-ignore lint/correctness/noEmptyPattern: see `it`.
        async ({}, use) => {
          const cleanup = createCleanup();
          const office = await openWorld(
            cleanup,
            typeof options === 'function' ? await options(cleanup) : options,
          );
          await use(office);
          await cleanup.now();
        },
        { scope: 'file' },
      ],
    })
    .extend<{ allClosed: undefined }>({
      allClosed: [
        async ({ office: { ines, marcus, sofia, robin, leila, grace } }, use) => {
          for (const person of [ines, marcus, sofia, robin, leila, grace]) await person.closeAll();
          await use(undefined);
        },
        { auto: true },
      ],
    });
}

/**
 * Both connections to Slack with both kinds of service; journeys are the same in all of them. Tests that need none in
 * particular use Socket Mode with our own service, so every run covers another one here.
 */
export const everyWay: readonly (Way & { mode: 'http' | 'socket' })[] = some(
  [
    { way: 'HTTP mode, our service', mode: 'http', service: ourService },
    { way: 'Socket Mode, a released deployment', mode: 'socket', service: releasedService },
    { way: 'Socket Mode, our service', mode: 'socket', service: ourService },
    { way: 'HTTP mode, a released deployment', mode: 'http', service: releasedService },
  ],
  1,
);
/** Both connections to Slack, where most of what is tested is the same. */
export const modes = some(['http', 'socket'] as const, 1);

interface Way {
  way: string;
  service: (cleanup: Cleanup) => Promise<Service>;
}

/** A released deployment whose API can be switched off. */
export async function switchable(cleanup: Cleanup) {
  let off = false;
  const isOff = (now: boolean) => {
    off = now;
  };
  const service = await behindProxy(cleanup, releasedService, () =>
    off ? { when: 'before', answer: 404 } : undefined,
  );
  return { ...service, isOff };
}

export async function behindProxy<Given extends Service>(
  cleanup: Cleanup,
  start: (cleanup: Cleanup) => Promise<Given>,
  mishapFor?: Parameters<typeof startProxy>[2],
) {
  const service = await start(cleanup);
  const proxy: LossyProxy = await startProxy(cleanup, service.url, mishapFor);
  return { ...service, url: proxy.url, proxy };
}
