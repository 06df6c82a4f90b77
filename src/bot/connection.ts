import type { Kysely } from 'kysely';
import type { Migrations } from '../database/migrate.ts';
import type { Database } from '../database/open.ts';
import type { Connection } from './onboarding/client.ts';
import { SealBroken, type Sealer } from './sealing.ts';

interface ConnectionRow {
  id: number;
  url: string;
  sealed_token: string;
  key_id: string;
  set_by: string;
  set_at: string;
}

export interface ConnectionTables {
  connection: ConnectionRow;
}

/** The one row's table. */
export const connectionMigrations: Migrations = {
  '002-connection': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('connection')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('sealed_token', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('set_by', 'text', (column) => column.notNull())
        .addColumn('set_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

/** What may be shown of the stored connection: never the token. */
export interface StoredConnection {
  url: string;
  setBy: string;
  setAt: string;
}

export interface ConnectionOptions {
  database: Database<ConnectionTables>;
  sealer: Sealer;
  /** What the environment says; each part wins over the stored one. */
  fixed: { url?: string | undefined; token?: string | undefined };
}

/** The stored token cannot be read with this key: it has to be entered again, everything else works. */
export class TokenUnreadable extends Error {
  override name = 'TokenUnreadable';
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The address of the service and the admin token: from the environment, or stored encrypted. */
export function createConnectionStore({ database, sealer, fixed }: ConnectionOptions) {
  const { db } = database;
  let current: Connection | undefined;
  let trouble: TokenUnreadable | undefined;

  function stored(): Promise<ConnectionRow | undefined> {
    return db.selectFrom('connection').selectAll().where('id', '=', 1).executeTakeFirst();
  }

  /** A stored token belongs to the address that it was entered for and goes nowhere else. */
  function tokenFor(url: string, row: ConnectionRow | undefined): string | undefined {
    if (fixed.token !== undefined) return fixed.token;
    if (!row || row.url !== url) return undefined;
    try {
      return sealer.open(row.sealed_token, `token for ${row.url}`);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      trouble = new TokenUnreadable(
        'The stored admin token was encrypted with another key. Store it again: npm run frontdesk -- token set',
      );
      return undefined;
    }
  }

  return {
    /** What to use now; undefined while no address or no readable token is known. Never waits: see `load`. */
    current: () => current,
    /** Why a stored token cannot be used. */
    trouble: () => trouble,
    /** Reads what is stored; at start, and whenever another process may have changed it. */
    async load(): Promise<Connection | undefined> {
      const row = await stored();
      const url = fixed.url ?? row?.url;
      trouble = undefined;
      const token = url === undefined ? undefined : tokenFor(url, row);
      current = url !== undefined && token !== undefined ? { url, token } : undefined;
      return current;
    },
    /** Stores address and token, the token encrypted. @param setBy a Slack user id, or `cli` */
    async save({ url, token }: Connection, setBy: string, now: Date): Promise<void> {
      const row = {
        url,
        sealed_token: sealer.seal(token, `token for ${url}`),
        key_id: sealer.keyId,
        set_by: setBy,
        set_at: now.toISOString(),
      };
      await db
        .insertInto('connection')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await this.load();
    },
    async remove(): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('connection').where('id', '=', 1).executeTakeFirst();
      await this.load();
      return numDeletedRows > 0n;
    },
    /** What may be shown. */
    async describe(): Promise<StoredConnection | undefined> {
      const row = await stored();
      return row && { url: row.url, setBy: row.set_by, setAt: row.set_at };
    },
  };
}
