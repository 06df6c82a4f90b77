import type { Database } from '../../database/open.ts';
import { type ChangeTables, differences, noteChange } from '../ledger/audit/audit-changes.ts';
import type { Connection } from '../onboarding/client/client.ts';
import { addressUnreadable, tokenUnreadable } from '../operator-messages.ts';
import type { ConnectionRow, ConnectionTables } from './connection-table.ts';
import { DecryptionFailed, type Encryption } from './encryption.ts';
import { KeyFileBroken } from './key-file.ts';

/** What may be shown of the stored connection: never the token. */
interface StoredConnection {
  url: string;
  setBy: string;
  setAt: string;
}

interface ConnectionOptions {
  database: Database<ConnectionTables & ChangeTables>;
  encryption: Encryption;
  /** What the environment says; each part wins over the stored one. */
  fixed: { url?: string | undefined; token?: string | undefined };
}

/** The stored token cannot be read with this key: it has to be entered again, everything else works. */
class TokenUnreadable extends Error {
  override name = 'TokenUnreadable';
}

/** By whom the stored connection was set, when it was by this program: for the service that it brings along. */
export const ownName = 'frontdesk';

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The address of the service and the admin token: from the environment, or stored encrypted. */
export function createConnectionStore({ database, encryption, fixed }: ConnectionOptions) {
  const { db } = database;
  const listeners: (() => void)[] = [];
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
      return encryption.decrypt(row.sealed_token, purposeOf(row.url));
    } catch (error) {
      if (error instanceof KeyFileBroken) trouble = new TokenUnreadable(error.message);
      else if (error instanceof DecryptionFailed) trouble = new TokenUnreadable(tokenUnreadable);
      else throw error;
      return undefined;
    }
  }

  function connectionOf(row: ConnectionRow | undefined): Connection | undefined {
    const url = fixed.url ?? row?.url;
    if (url === undefined) return undefined;
    const isAddress = URL.canParse(url);
    if (!isAddress) trouble = new TokenUnreadable(addressUnreadable);
    const token = isAddress ? tokenFor(url, row) : undefined;
    return token === undefined ? undefined : { url, token };
  }

  /** Reads what is stored; at start, and whenever another process may have changed it. */
  async function load(): Promise<Connection | undefined> {
    const row = await stored();
    const before = current;
    trouble = undefined;
    current = connectionOf(row);
    if (current?.url !== before?.url || current?.token !== before?.token)
      for (const listener of listeners) listener();
    return current;
  }

  async function put({ url, token }: Connection, { setBy, setAt, change }: Putting): Promise<void> {
    const sealed = { sealed_token: encryption.encrypt(token, purposeOf(url)), key_id: encryption.keyId() };
    const row = { url, ...sealed, set_by: setBy, set_at: setAt };
    await db.transaction().execute(async (tx) => {
      const before = await tx.selectFrom('connection').select('url').where('id', '=', 1).executeTakeFirst();
      await tx
        .insertInto('connection')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      const { at, ...said } = change;
      await noteChange(tx, { ...changeOf(before?.url, url), ...said }, at);
    });
    await load();
  }

  return {
    /** What to use now; undefined while no address or no readable token is known. Never waits: see `load`. */
    current: () => current,
    /** Why a stored token cannot be used. */
    trouble: () => trouble,
    load,
    /** Called when address or token have become others. */
    onChange: (listener: () => void) => void listeners.push(listener),
    /** Stores address and token, the token encrypted. @param setBy a Slack user id, or `cli` */
    save: (connection: Connection, setBy: string, now: Date) =>
      put(connection, { setBy, setAt: now.toISOString(), change: { actor: setBy, at: now } }),
    /**
     * Encrypts the stored token anew, with the encryption's newest key.
     * @param by who wants it, for the audit log
     * @returns false when none is stored @throws DecryptionFailed when it was encrypted with a key that is not known
     */
    async sealAgain(by: string, now: Date): Promise<boolean> {
      const row = await stored();
      if (!row) return false;
      const token = encryption.decrypt(row.sealed_token, purposeOf(row.url));
      const change = { actor: by, at: now, what: 'key changed' };
      await put({ url: row.url, token }, { setBy: row.set_by, setAt: row.set_at, change });
      return true;
    },
    /** Forgets address and token. @param by who wants it, for the audit log @returns false when none was stored */
    async remove(by: string, now: Date): Promise<boolean> {
      const removed = await db.transaction().execute(async (tx) => {
        const row = await tx.deleteFrom('connection').where('id', '=', 1).returning('url').executeTakeFirst();
        const change = { kind: 'connection', actor: by, what: 'token removed', detail: row } as const;
        if (row) await noteChange(tx, change, now);
        return row !== undefined;
      });
      await load();
      return removed;
    },
    /** What may be shown. */
    async describe(): Promise<StoredConnection | undefined> {
      const row = await stored();
      return row && { url: row.url, setBy: row.set_by, setAt: row.set_at };
    },
  };
}

/** How a connection is stored, and what the audit log says of it. */
interface Putting {
  setBy: string;
  setAt: string;
  change: { actor: string; at: Date; what?: string };
}

/** Of the token nothing but that it is another one. */
function changeOf(before: string | undefined, url: string) {
  const kind = 'connection' as const;
  if (before === url) return { kind, what: 'token replaced', detail: { url } };
  return { kind, what: 'connection changed', detail: differences({ url: before }, { url }) };
}

/** Binds what is sealed to its use: under another address it does not open. */
function purposeOf(url: string): string {
  return `token for ${url}`;
}
