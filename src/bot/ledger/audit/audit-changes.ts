import type { Generated, Kysely, Transaction } from 'kysely';

/**
 * What was changed: who may use Frontdesk, the connection to the service (address, token, key), another setting, or a
 * task of somebody; or what was decided about somebody whom others added to the service.
 */
export type ChangeKind = 'access' | 'connection' | 'settings' | 'elsewhere' | 'task';

interface ChangeRow {
  id: Generated<number>;
  at: string;
  /** A Slack user id, `cli`, `environment` or `frontdesk`. */
  actor: string;
  kind: string;
  what: string;
  /** As JSON: never a token, nor anything of one. */
  detail: string | null;
}

export interface ChangeTables {
  audit_changes: ChangeRow;
}

/** One line of the audit log about what an admin, or whoever runs Frontdesk, has changed. */
interface Change {
  actor: string;
  kind: ChangeKind;
  what: string;
  detail?: object | undefined;
}

type Handle = Kysely<ChangeTables> | Transaction<ChangeTables>;

/** Writes a line of the audit log, in the transaction of what it tells. */
export async function noteChange(tx: Handle, { detail, ...change }: Change, now: Date): Promise<void> {
  const row = { ...change, at: now.toISOString(), detail: detail ? JSON.stringify(detail) : null };
  await tx.insertInto('audit_changes').values(row).execute();
}

/**
 * The members that are not the same, with both values: null where one was not set, or is not any more.
 * @returns undefined when all are
 */
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

/** Deletes what was noted before an instant. */
export async function forgetChanges(db: Kysely<ChangeTables>, before: Date): Promise<void> {
  await db.deleteFrom('audit_changes').where('at', '<', before.toISOString()).execute();
}
