import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Database, transactAgain } from '../../database/open.ts';
import { changedRows, putRow } from '../../database/table.ts';
import { parsedJson } from '../../json.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';
import type { WebhookEndpointRow, WebhookTables } from '../ledger/tables/webhook-tables.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import type { Encryption } from './encryption.ts';

interface EndpointChoice {
  url: string;
  /** Types of events. */
  types: readonly string[];
  /** Whether it gets names and addresses. */
  withNames: boolean;
}

export type Endpoint = ReturnType<typeof endpointOf>;

/** An endpoint that the environment gives, with its secret. */
export interface FixedEndpoint extends EndpointChoice {
  secret: string;
}

type Tables = WebhookTables & ChangeTables;

interface Options {
  database: Database<Tables>;
  encryption: Encryption;
  now: () => Date;
}

export const mostEndpoints = 10;

/** How long a replaced secret signs too, in milliseconds. */
const overlap = 86_400_000;

/** Id of the endpoint that the environment gives. */
const fixedId = 'environment';

/** Secrets, the newest first. A replaced one signs until then. */
const Secrets = z.array(z.object({ secret: z.string(), until: z.string().optional() }));
type Secrets = z.infer<typeof Secrets>;

const Types = z.array(z.string());

const purposeOf = (id: string) => `webhook secrets ${id}`;

/** Host of an address: its path can be as good as a password. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;

/** Other systems that get events. Always read from the database: another process may have changed them. */
export function createWebhookEndpoints({ database, encryption, now }: Options) {
  const { db } = database;

  const active = (tx: Kysely<Tables>) => tx.selectFrom('webhook_endpoints').where('removed_at', 'is', null);

  /** Without what can't be decrypted: it is being replaced. */
  function readable({ id, sealed_secrets }: WebhookEndpointRow): Secrets {
    const known = parsedJson(encryption.tryToDecrypt(sealed_secrets, purposeOf(id)) ?? '');
    return Secrets.safeParse(known).data ?? [];
  }

  const sealed = (id: string, secrets: Secrets) => encryption.encrypt(JSON.stringify(secrets), purposeOf(id));

  async function change<Result>(
    { by, what, id, url }: { by: string; what: string; id: string; url: string },
    work: (tx: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return transactAgain(db, async (tx) => {
      const result = await work(tx);
      if (result !== undefined)
        await noteChange(
          tx,
          { actor: by, kind: 'settings', what, detail: { endpoint: id, host: hostOf(url) } },
          now(),
        );
      return result;
    });
  }

  function columnsOf({ url, types, withNames }: EndpointChoice) {
    return { url, types: JSON.stringify(types), with_names: withNames ? 1 : 0 };
  }

  async function find(id: string): Promise<Endpoint | undefined> {
    const row = await active(db).selectAll().where('id', '=', id).executeTakeFirst();
    return row && endpointOf(row);
  }

  return {
    async list(): Promise<Endpoint[]> {
      return (await active(db).selectAll().orderBy('since').orderBy('id').execute()).map(endpointOf);
    },
    find,
    /** @returns the new endpoint's id and secret; undefined if there are as many as allowed */
    async add(choice: EndpointChoice, by: string): Promise<{ id: string; secret: string } | undefined> {
      const id = `wh_${randomBytes(6).toString('hex')}`;
      const secret = newWebhookSecret();
      const at = now().toISOString();
      return change({ by, what: 'webhook added', id, url: choice.url }, async (tx) => {
        if ((await active(tx).select('id').execute()).length >= mostEndpoints) return undefined;
        const since = { since: at, done_since: at, overdue_since: at };
        const set = { set_by: by, set_at: at, ...since, is_fixed: 0, failures: 0 };
        const row = { id, ...columnsOf(choice), sealed_secrets: sealed(id, [{ secret }]), ...set };
        await tx.insertInto('webhook_endpoints').values(row).execute();
        return { id, secret };
      });
    },
    /** @returns false if it was removed meanwhile, or the environment sets it */
    async change(id: string, choice: EndpointChoice, by: string): Promise<boolean> {
      const changed = await change({ by, what: 'webhook changed', id, url: choice.url }, async (tx) => {
        const before = await active(tx).select('types').where('id', '=', id).executeTakeFirst();
        const own = tx
          .updateTable('webhook_endpoints')
          .set({ ...columnsOf(choice), ...sinceNow(choice.types, before?.types ?? '', now()) })
          .set({ set_by: by, set_at: now().toISOString() })
          .set({ failures: 0, failing_since: null, paused_until: null })
          .where('id', '=', id)
          .where('is_fixed', '=', 0)
          .where('removed_at', 'is', null);
        return (await changedRows(own)) > 0 || undefined;
      });
      return changed ?? false;
    },
    /** Makes a new secret; the one before signs for another day too. @returns undefined if it was removed or is fixed */
    async rotate(id: string, by: string): Promise<string | undefined> {
      const before = await find(id);
      if (!before || before.isFixed) return undefined;
      const secret = newWebhookSecret();
      const until = new Date(now().getTime() + overlap).toISOString();
      return change({ by, what: 'webhook rekeyed', id, url: before.url }, async (tx) => {
        const locked = tx.updateTable('webhook_endpoints').set({ id }).where('id', '=', id).returningAll();
        const row = await locked.where('removed_at', 'is', null).executeTakeFirst();
        if (!row) return undefined;
        const [newest, ...older] = readable(row);
        const earlier = [...(newest ? [{ ...newest, until }] : []), ...older].slice(0, 4);
        const sealed_secrets = sealed(id, [{ secret }, ...earlier.filter((one) => isValid(one, now()))]);
        await tx.updateTable('webhook_endpoints').set({ sealed_secrets }).where('id', '=', id).execute();
        return secret;
      });
    },
    /** Removes it; its waiting events aren't sent. @returns false if it was removed before, or is fixed */
    async remove(id: string, by: string): Promise<boolean> {
      const before = await find(id);
      if (!before || before.isFixed) return false;
      const removed = await change({ by, what: 'webhook removed', id, url: before.url }, (tx) =>
        removeIn(tx, id, now()),
      );
      return removed ?? false;
    },
    /** Secrets that sign now, the newest first. @throws DecryptionFailed */
    secretsOf({ id, sealed_secrets }: Pick<WebhookEndpointRow, 'id' | 'sealed_secrets'>): string[] {
      const secrets = Secrets.parse(JSON.parse(encryption.decrypt(sealed_secrets, purposeOf(id))));
      return secrets.filter((one) => isValid(one, now())).map(({ secret }) => secret);
    },
    /** Stores the endpoint of the environment, at each start; without one, removes it. */
    async fix(fixed: FixedEndpoint | undefined): Promise<void> {
      const id = fixedId;
      const before = await active(db).selectAll().where('id', '=', id).executeTakeFirst();
      if (!fixed) return before && void (await transactAgain(db, (tx) => removeIn(tx, id, now())));
      const choice = columnsOf(fixed);
      const known = before && readable(before)[0]?.secret;
      const isSame = before?.url === choice.url && before.types === choice.types && known === fixed.secret;
      if (isSame && before.with_names === choice.with_names) return;
      const at = now().toISOString();
      const row = {
        ...{ ...choice, sealed_secrets: sealed(id, [{ secret: fixed.secret }]), is_fixed: 1, failures: 0 },
        ...{ since: before?.since ?? at, done_since: before?.done_since ?? at, set_by: id, set_at: at },
        ...{ overdue_since: before?.overdue_since ?? at },
        ...sinceNow(fixed.types, before?.types ?? '', now()),
        ...{ removed_at: null, failing_since: null, paused_until: null },
      };
      await putRow(db, 'webhook_endpoints', { id }, row);
    },
    /** Encrypts every secret with the newest key, except those that can't be read. */
    async sealAgain(): Promise<void> {
      for (const row of await active(db).selectAll().execute()) {
        const secrets = readable(row);
        if (secrets.length === 0) continue;
        await db
          .updateTable('webhook_endpoints')
          .set({ sealed_secrets: sealed(row.id, secrets) })
          .where('id', '=', row.id)
          .where('sealed_secrets', '=', row.sealed_secrets)
          .execute();
      }
    },
  };
}

/** The address of a removed one is forgotten, and its events aren't sent any more. */
async function removeIn(tx: Kysely<Tables>, id: string, now: Date): Promise<true | undefined> {
  const own = tx
    .updateTable('webhook_endpoints')
    .set({ removed_at: now.toISOString(), url: '', sealed_secrets: '' })
    .where('id', '=', id)
    .where('removed_at', 'is', null);
  const isRemoved = (await changedRows(own)) > 0;
  await tx.deleteFrom('webhook_events').where('endpoint', '=', id).execute();
  return isRemoved || undefined;
}

/** Tasks from before they were switched on aren't sent. @param before types until now, as JSON */
function sinceNow(types: readonly string[], before: string, now: Date) {
  const isNew = (type: string) => types.includes(type) && !before.includes(`"${type}"`);
  return {
    ...(isNew('task.done') && { done_since: now.toISOString() }),
    ...(isNew('task.overdue') && { overdue_since: now.toISOString() }),
  };
}

function isValid({ until }: Secrets[number], now: Date): boolean {
  return until === undefined || until > now.toISOString();
}

function endpointOf(row: WebhookEndpointRow) {
  return {
    id: row.id,
    url: row.url,
    types: Types.safeParse(parsedJson(row.types)).data ?? [],
    withNames: row.with_names === 1,
    /** Whether the environment sets it. */
    isFixed: row.is_fixed === 1,
    setBy: row.set_by,
    setAt: new Date(row.set_at),
    failingSince: row.failing_since === null ? undefined : new Date(row.failing_since),
  };
}
