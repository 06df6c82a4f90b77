import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { transactAgain } from '../../database/transact.ts';
import {
  type ChangeKind,
  type ChangeTables,
  differences,
  noteChange,
} from '../ledger/audit/audit-changes.ts';
import { parseJson } from '../ledger/tables/sql.ts';

type Values = Readonly<Record<string, unknown>>;
type Handle = Kysely<ChangeTables> | Transaction<ChangeTables>;

/** Settings that concern access or the connection; all others are of kind `settings`. */
const kinds: Record<string, ChangeKind> = {
  hr: 'access',
  managers: 'access',
  url: 'connection',
  token: 'connection',
};

/** Adds changed settings to the audit log, one line per kind. @param actor a Slack user id, or `environment` */
export async function noteSettings(
  tx: Handle,
  { before, after, actor }: { before: Values; after: Values; actor: string },
  now: Date,
): Promise<void> {
  const changed = Object.entries(differences(before, after) ?? {});
  for (const kind of ['access', 'connection', 'settings'] as const) {
    const detail = Object.fromEntries(changed.filter(([name]) => (kinds[name] ?? 'settings') === kind));
    if (Object.keys(detail).length === 0) continue;
    await noteChange(tx, { actor, kind, what: `${kind} changed`, detail }, now);
  }
}

const Detail = z.record(z.string(), z.object({ after: z.unknown() }));

/**
 * Records values of the environment that changed since the last start; they override settings from Slack.
 * `given`: for a token, only whether there is one.
 */
export async function noteEnvironment(
  { db }: Database<ChangeTables>,
  given: Values,
  now: Date,
): Promise<void> {
  const actor = 'environment';
  await transactAgain(db, async (tx) => {
    const noted = await tx
      .selectFrom('audit_changes')
      .select('detail')
      .where('actor', '=', actor)
      .orderBy('id')
      .execute();
    const before: Record<string, unknown> = {};
    for (const { detail } of noted)
      for (const [name, { after }] of Object.entries(Detail.safeParse(parseJson(detail ?? '{}')).data ?? {}))
        before[name] = after;
    await noteSettings(tx, { before, after: given, actor }, now);
  });
}
