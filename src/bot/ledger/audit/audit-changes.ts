import type { Kysely, Transaction } from 'kysely';
import { rowId, type TablesOf, table, text, textOrNull } from '../../../database/table.ts';

/** Access to Frontdesk, the connection to the service, other settings, or a person's task. */
export type ChangeKind = 'access' | 'connection' | 'settings' | 'task';

export const changeTables = {
  audit_changes: table({
    id: rowId,
    at: text,
    actor: text,
    kind: text,
    what: text,
    detail: textOrNull,
  }),
};
export type ChangeTables = TablesOf<typeof changeTables>;

interface Change {
  actor: string;
  kind: ChangeKind;
  what: string;
  detail?: object | undefined;
}

type Handle = Kysely<ChangeTables> | Transaction<ChangeTables>;

/** Adds a line to the audit log. Call it in the transaction of the change itself. */
export async function noteChange(tx: Handle, { detail, ...change }: Change, now: Date): Promise<void> {
  const row = { ...change, at: now.toISOString(), detail: detail ? JSON.stringify(detail) : null };
  await tx.insertInto('audit_changes').values(row).execute();
}

/** Members with different values before and after; undefined if nothing differs. Null means not set. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { before: unknown; after: unknown }> | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names
    .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }] as const)
    .filter(([, value]) => JSON.stringify(value.before) !== JSON.stringify(value.after));
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

export async function forgetChanges(db: Kysely<ChangeTables>, before: Date): Promise<void> {
  await db.deleteFrom('audit_changes').where('at', '<', before.toISOString()).execute();
}
