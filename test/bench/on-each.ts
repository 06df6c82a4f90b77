import { type Cleanup, createCleanup } from '../journeys/office.ts';
import { type FreshDatabase, freshPostgres, freshSqlite, postgresUrl } from '../postgres.ts';

export interface OnOne {
  url: string;
  isSqlite: boolean;
  another(): Promise<string>;
  cleanup: Cleanup;
}

export async function onEach(
  print: (line: string) => void,
  measure: (one: OnOne) => Promise<string | readonly string[]>,
): Promise<void> {
  const databases: [string, () => Promise<FreshDatabase>][] = [['SQLite', freshSqlite]];
  if (postgresUrl) databases.push(['PostgreSQL', freshPostgres]);
  for (const [name, make] of databases) {
    const cleanup = createCleanup();
    const another = async () => {
      const { url, remove } = await make();
      cleanup.later(remove);
      return url;
    };
    try {
      const said = await measure({ url: await another(), isSqlite: make === freshSqlite, another, cleanup });
      for (const line of [said].flat()) print(`${name}: ${line}`);
    } finally {
      await cleanup.now();
    }
  }
  if (!postgresUrl) print('PostgreSQL left out: TEST_POSTGRES_URL is not set');
}
