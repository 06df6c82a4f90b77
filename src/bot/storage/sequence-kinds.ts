import { type Kysely, sql } from 'kysely';
import { SequenceKind } from '../../contract/sequence.ts';
import type { Database } from '../../database/open.ts';
import { transactAgain } from '../../database/transact.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';
import { type KindMemory, kindKey } from '../onboarding/directory/find-kinds.ts';

interface SequenceKindRow {
  /** The service's address: another service has other sequences under the same ids. */
  service: string;
  sequence_id: number;
  name: string;
  kind: string;
  /** `frontdesk` when the service was asked, else the Slack user who sorted it. */
  set_by: string;
  set_at: string;
  /** When the service listed it last, to within a day; null in rows from before this was noted. */
  seen_at: string | null;
}

export interface SequenceKindTables {
  sequence_kinds: SequenceKindRow;
}

/** How long the kind of a sequence is kept that the service does not list any more, in milliseconds: it may come back. */
const keptUnseen = 365 * 86_400_000;

/** How many are marked in one statement, which takes so many parameters and no more. */
const atOnce = 500;

interface KnownSequence {
  id: number;
  name: string;
}

type Handle = Kysely<SequenceKindTables & ChangeTables>;

export interface SequenceKinds extends KindMemory {
  /** An admin says what the service does not. @param by a Slack user id */
  sort(sequence: KnownSequence, kind: SequenceKind, by: string): Promise<void>;
  /** Notes which ones the service lists now, and forgets those that no service has listed for a year. */
  forgetUnseen(listed: readonly { id: number }[]): Promise<void>;
}

/** The kinds of sequences that were found out or sorted by hand. */
export function createSequenceKinds(
  { db }: Database<SequenceKindTables & ChangeTables>,
  service: () => string,
  now: () => Date,
): SequenceKinds {
  /** @param how the database, or a transaction */
  async function write(how: Handle, { id, name }: KnownSequence, kind: SequenceKind, by: string) {
    const at = now().toISOString();
    const what = { name, kind, set_by: by, set_at: at, seen_at: at };
    await how
      .insertInto('sequence_kinds')
      .values({ service: service(), sequence_id: id, ...what })
      .onConflict((conflict) => conflict.columns(['service', 'sequence_id']).doUpdateSet(what))
      .execute();
  }

  return {
    async known() {
      const rows = await db
        .selectFrom('sequence_kinds')
        .selectAll()
        .where('service', '=', service())
        .execute();
      return new Map(
        rows.flatMap(({ sequence_id: id, name, kind }) => {
          // What another version or somebody's hand wrote counts as not known: it is asked or sorted once more.
          const known = SequenceKind.safeParse(kind);
          return known.success ? [[kindKey({ id, name }), known.data] as const] : [];
        }),
      );
    },
    remember: (sequence, kind) => write(db, sequence, kind, 'frontdesk'),
    async sort(sequence, kind, by) {
      const detail = { sequence: sequence.id, kind };
      await transactAgain(db, async (tx) => {
        await write(tx, sequence, kind, by);
        await noteChange(tx, { kind: 'settings', actor: by, what: 'sequence sorted', detail }, now());
      });
    },
    async forgetUnseen(listed) {
      for (let start = 0; start < listed.length; start += atOnce) {
        const ids = listed.slice(start, start + atOnce).map(({ id }) => id);
        await db
          .updateTable('sequence_kinds')
          .set({ seen_at: now().toISOString() })
          .where('service', '=', service())
          .where('sequence_id', 'in', ids)
          .execute();
      }
      const before = new Date(now().getTime() - keptUnseen).toISOString();
      await db.deleteFrom('sequence_kinds').where(sql`coalesce(seen_at, set_at)`, '<', before).execute();
    },
  };
}
