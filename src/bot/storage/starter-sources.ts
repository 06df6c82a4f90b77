import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Database, transactAgain } from '../../database/open.ts';
import { changedRows, findRow } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';
import { fold } from '../../language.ts';
import { newReference } from '../../log.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import type { Encryption } from './encryption.ts';
import { createStarterEvents, type SourceRow, type StarterTables } from './starter-events.ts';

/** The secret, and an address that is read regularly. Both are undefined if they can't be decrypted. */
const Sealed = z.object({ secret: z.string().optional(), address: z.string().optional() });
type Sealed = z.infer<typeof Sealed>;

/** JSON Pointers by field; `key` is the id of the person or offer at the source. */
const Mapping = z.record(z.string(), z.string()).catch({});
export type Mapping = z.infer<typeof Mapping>;

export type StarterSource = ReturnType<typeof sourceIn>;

export const mostSources = 20;
export const longestSourceName = 40;

/** Interval of reading an address, in milliseconds. */
const pollEvery = 15 * 60_000;

type Tables = StarterTables & ChangeTables;

interface Options {
  database: Database<Tables>;
  encryption: Encryption;
  now?: () => Date;
}

export type StarterSources = ReturnType<typeof createStarterSources>;

/** Sources of future hires. Reads the database at each use, since several processes share it. */
export function createStarterSources({ database, encryption, now = () => new Date() }: Options) {
  const { db } = database;
  const events = createStarterEvents(database, encryption, now);

  const sourceOf = (row: SourceRow) => sourceIn(row, encryption);
  const seal = (id: string, sealed: Sealed) => encryption.encrypt(JSON.stringify(sealed), purposeOf(id));

  async function find(id: string): Promise<StarterSource | undefined> {
    const row = await findRow(db, 'starter_sources', { id });
    return row && sourceOf(row);
  }

  async function list(): Promise<StarterSource[]> {
    const rows = await db.selectFrom('starter_sources').selectAll().orderBy('name').execute();
    return rows.map(sourceOf);
  }

  /** Changes a source with its row locked, and adds a line to the audit log. @returns false if it is gone */
  function change(
    id: string,
    { by, what }: { by: string; what: string },
    valuesOf: (source: Sealed) => Partial<SourceRow>,
  ): Promise<boolean> {
    return transactAgain(db, async (tx) => {
      const own = tx.updateTable('starter_sources').where('id', '=', id);
      const row = await own.set({ id }).returningAll().executeTakeFirst();
      if (!row) return false;
      await own.set({ ...valuesOf(sourceOf(row)), set_by: by, set_at: now().toISOString() }).execute();
      await note(tx, id, by, what);
      return true;
    });
  }

  async function note(tx: Kysely<Tables>, source: string, actor: string, what: string): Promise<void> {
    await noteChange(tx, { kind: 'settings', actor, what, detail: { source } }, now());
  }

  return {
    list,
    find,
    ...events,

    /** @param name stays, since proposals show it */
    async add(name: string, mapping: Mapping, by: string) {
      const all = await list();
      if (name === '' || name.length > longestSourceName) return { kind: 'badName' as const };
      if (all.some((one) => fold(one.name) === fold(name))) return { kind: 'nameTaken' as const };
      if (all.length >= mostSources) return { kind: 'full' as const };
      const [id, secret] = [newReference('S'), newWebhookSecret()];
      const row = { id, name, sealed: seal(id, { secret }), mapping: JSON.stringify(mapping) };
      await transactAgain(db, async (tx) => {
        const set = { set_by: by, set_at: now().toISOString() };
        await tx
          .insertInto('starter_sources')
          .values({ ...row, ...set })
          .execute();
        await note(tx, id, by, 'source added');
      });
      return { kind: 'added' as const, id, secret };
    },

    /** @param address read regularly; undefined for none. @returns false if the source is gone */
    setAddress: (id: string, address: string | undefined, by: string): Promise<boolean> =>
      change(id, { by, what: 'address changed' }, ({ secret }) => ({
        ...{ sealed: seal(id, { secret, address }), polled: null, poll_trouble: null },
        poll_at: address === undefined ? null : now().toISOString(),
      })),

    /** Events that waited for the mapping are read now. @returns false if the source is gone */
    async setMapping(id: string, mapping: Mapping, by: string): Promise<boolean> {
      const values = { mapping: JSON.stringify(mapping) };
      const isThere = await change(id, { by, what: 'mapping changed' }, () => values);
      events.tellReceived();
      return isThere;
    },

    /** @returns the new secret; the old one stops working */
    async renewSecret(id: string, by: string): Promise<string | undefined> {
      const secret = newWebhookSecret();
      const isThere = await change(id, { by, what: 'secret changed' }, ({ address }) => ({
        sealed: seal(id, { secret, address }),
      }));
      return isThere ? secret : undefined;
    },

    /** Removes a source with its events. Proposals stay. */
    remove: (id: string, by: string): Promise<boolean> =>
      transactAgain(db, async (tx) => {
        await tx.deleteFrom('starter_events').where('source', '=', id).execute();
        const isRemoved = (await changedRows(tx.deleteFrom('starter_sources').where('id', '=', id))) > 0;
        if (isRemoved) await note(tx, id, by, 'source removed');
        return isRemoved;
      }),

    /** Claims the next source whose address is due, in one process. */
    async claimPoll(): Promise<StarterSource | undefined> {
      const at = now().toISOString();
      const due = db.selectFrom('starter_sources').select('id').where('poll_at', '<=', at).limit(1);
      const row = await db
        .updateTable('starter_sources')
        .set({ poll_at: new Date(now().getTime() + pollEvery).toISOString() })
        .where('id', '=', due)
        .where('poll_at', '<=', at)
        .returningAll()
        .executeTakeFirst();
      return row && sourceOf(row);
    },

    /** Notes a reading of an address. */
    async polled(id: string, reading: { body: string } | { trouble: string }): Promise<void> {
      const values =
        'trouble' in reading
          ? { poll_trouble: reading.trouble }
          : { poll_trouble: null, polled: digestOf(reading.body) };
      await db.updateTable('starter_sources').set(values).where('id', '=', id).execute();
    },

    /** Encrypts with the newest key what can be decrypted. */
    async sealAgain(): Promise<void> {
      for (const { id, sealed } of await db.selectFrom('starter_sources').selectAll().execute()) {
        const text = encryption.tryToDecrypt(sealed, purposeOf(id));
        const own = db.updateTable('starter_sources').where('id', '=', id);
        if (text !== undefined) await own.set({ sealed: encryption.encrypt(text, purposeOf(id)) }).execute();
      }
      await events.sealEventsAgain();
    },
  };
}

function sourceIn(row: SourceRow, encryption: Encryption) {
  const { id, name, set_by: setBy, set_at: setAt, poll_trouble: pollTrouble, polled } = row;
  const mapping = Mapping.parse(parsedJson(row.mapping));
  const sealed = parsedJson(encryption.tryToDecrypt(row.sealed, purposeOf(id)) ?? '{}');
  return { id, name, mapping, setBy, setAt, pollTrouble, polled, ...Sealed.parse(sealed) };
}

/** Binds an encrypted secret to its source. */
function purposeOf(id: string): string {
  return `starter source ${id}`;
}

/** Digest of a body, so that it is stored again only after a change. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}
