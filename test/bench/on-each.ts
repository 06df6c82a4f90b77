import { type Cleanup, createCleanup } from '../journeys/office.ts';
import { type FreshDatabase, freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';

/** Runs a measurement on both databases and prints its lines. */
export async function onEach(
  print: (line: string) => void,
  measure: (
    fresh: FreshDatabase,
    cleanup: Cleanup,
    make: () => Promise<FreshDatabase>,
  ) => Promise<string | readonly string[]>,
): Promise<void> {
  const databases: [string, () => Promise<FreshDatabase>][] = [['SQLite', freshSqlite]];
  if (postgresUrl) databases.push(['PostgreSQL', freshPostgres]);
  for (const [name, make] of databases) {
    const cleanup = createCleanup();
    const fresh = await make();
    cleanup.later(fresh.remove);
    try {
      const said = await measure(fresh, cleanup, make);
      for (const line of [said].flat()) print(`${name}: ${line}`);
    } finally {
      await cleanup.now();
    }
  }
  if (!postgresUrl) print('PostgreSQL left out: TEST_POSTGRES_URL is not set');
}
