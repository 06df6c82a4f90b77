import { type Database, transactAgain } from '../../database/open.ts';
import { findRow, integerKey, putRow, type TablesOf, table, text } from '../../database/table.ts';
import { createChanges } from '../changes.ts';
import { type ChangeTables, differences, noteChange } from '../ledger/audit/audit-changes.ts';
import type { Connection } from '../onboarding/client/client.ts';
import { DecryptionFailed, type Encryption, KeyFileBroken } from './encryption.ts';
import { addressUnreadable, tokenUnreadable } from './operator-messages.ts';

export const connectionTables = {
  /** Stored address and token of the onboarding service: one row with id 1. */
  connection: table({
    id: integerKey,
    url: text,
    sealed_token: text,
    key_id: text,
    set_by: text,
    set_at: text,
  }),
};
type ConnectionTables = TablesOf<typeof connectionTables>;
type ConnectionRow = ConnectionTables['connection'];

interface ConnectionOptions {
  database: Database<ConnectionTables & ChangeTables>;
  encryption: Encryption;
  /** Absent for a command, which uses what is stored. */
  fixed?: FixedConnection;
}

/** Values from the environment; they override stored ones. */
interface FixedConnection {
  url: string | undefined;
  token: string | undefined;
  /** Whether unencrypted HTTP is allowed for this address. */
  mayBePlain(url: string): boolean;
}

const nothingFixed: FixedConnection = { url: undefined, token: undefined, mayBePlain: () => false };

export const connectionVariables = { url: 'ONBOARDING_URL', token: 'ONBOARDING_API_TOKEN' } as const;

/** `set_by` of a connection set by this program, to the service it ships with. */
export const ownName = 'frontdesk';

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** Address and admin token of the service, from the environment or stored encrypted. */
export function createConnectionStore({ database, encryption, fixed = nothingFixed }: ConnectionOptions) {
  const { db } = database;
  const changes = createChanges();
  let current: Connection | undefined;
  /** Why the stored token can't be decrypted. It has to be entered again; everything else works. */
  let trouble: string | undefined;

  const stored = () => findRow(db, 'connection', { id: 1 });

  /** A stored token is only ever sent to the address it was entered for. */
  function tokenFor(url: string, row: ConnectionRow | undefined): string | undefined {
    if (fixed.token !== undefined) return fixed.token;
    if (!row || row.url !== url) return undefined;
    try {
      return encryption.decrypt(row.sealed_token, purposeOf(row.url));
    } catch (error) {
      if (error instanceof KeyFileBroken) trouble = error.message;
      else if (error instanceof DecryptionFailed) trouble = tokenUnreadable;
      else throw error;
      return undefined;
    }
  }

  function connectionOf(row: ConnectionRow | undefined): Connection | undefined {
    const url = fixed.url ?? row?.url;
    if (url === undefined) return undefined;
    const isAddress = URL.canParse(url);
    if (!isAddress) trouble = addressUnreadable;
    const token = isAddress ? tokenFor(url, row) : undefined;
    return token === undefined ? undefined : { url, token };
  }

  /** Reads the stored connection: at start, and when another process may have changed it. */
  async function load(): Promise<Connection | undefined> {
    const row = await stored();
    const before = current;
    trouble = undefined;
    current = connectionOf(row);
    if (current?.url !== before?.url || current?.token !== before?.token) changes.tell();
    return current;
  }

  async function put(
    { url, token }: Connection,
    set: { set_by: string; set_at: string },
    change: { actor: string; what?: string },
    now: Date,
  ): Promise<void> {
    const sealed = { sealed_token: encryption.encrypt(token, purposeOf(url)), key_id: encryption.keyId() };
    const row = { url, ...sealed, ...set };
    await transactAgain(db, async (tx) => {
      const before = await findRow(tx, 'connection', { id: 1 });
      await putRow(tx, 'connection', { id: 1 }, row);
      await noteChange(tx, { ...changeOf(before?.url, url), ...change }, now);
    });
    await load();
  }

  return {
    current: () => current,
    trouble: () => trouble,
    rules: {
      fixedUrl: fixed.url,
      tokenIsFixed: fixed.token !== undefined,
      mayBePlain: fixed.mayBePlain,
    },
    load,
    onChange: changes.listen,
    /** Stores the address and the encrypted token. @param setBy a Slack user id, or `cli` */
    save: (connection: Connection, setBy: string, now: Date) =>
      put(connection, { set_by: setBy, set_at: now.toISOString() }, { actor: setBy }, now),
    /** Returns false if no token is stored; throws DecryptionFailed if it was encrypted with an unknown key. */
    async sealAgain(by: string, now: Date): Promise<boolean> {
      const row = await stored();
      if (!row) return false;
      const { url, sealed_token, set_by, set_at } = row;
      const token = encryption.decrypt(sealed_token, purposeOf(url));
      await put({ url, token }, { set_by, set_at }, { actor: by, what: 'key changed' }, now);
      return true;
    },
    async remove(by: string, now: Date): Promise<boolean> {
      const removed = await transactAgain(db, async (tx) => {
        const row = await tx.deleteFrom('connection').where('id', '=', 1).returning('url').executeTakeFirst();
        const change = { kind: 'connection', actor: by, what: 'token removed', detail: row } as const;
        if (row) await noteChange(tx, change, now);
        return row !== undefined;
      });
      await load();
      return removed;
    },
    /** Whether the stored token can be decrypted, even if the environment overrides it. */
    async canBeRead(): Promise<boolean> {
      const row = await stored();
      return Boolean(row && encryption.tryToDecrypt(row.sealed_token, purposeOf(row.url)));
    },
    async describe() {
      const row = await stored();
      return row && { url: row.url, setBy: row.set_by, setAt: row.set_at };
    },
  };
}

/** The audit log never contains the token, only that it was replaced. */
function changeOf(before: string | undefined, url: string) {
  const kind = 'connection' as const;
  if (before === url) return { kind, what: 'token replaced', detail: { url } };
  return { kind, what: 'connection changed', detail: differences({ url: before }, { url }) };
}

/** Binds the encrypted token to its URL; it can't be decrypted for another one. */
function purposeOf(url: string): string {
  return `token for ${url}`;
}
