import { type Kysely, sql } from 'kysely';
import { SequenceKind } from '../../contract/sequence.ts';
import { type Database, transactAgain } from '../../database/open.ts';
import { chunks, putRow, type TablesOf } from '../../database/table.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';
import { type KindMemory, kindKey } from '../onboarding/directory/directory.ts';
import type { sequenceKindTables } from './tables.ts';

type SequenceKindTables = TablesOf<typeof sequenceKindTables>;

/** Retention of sequences that the service no longer lists, in milliseconds; they may come back. */
const keptUnseen = 365 * 86_400_000;

interface KnownSequence {
  id: number;
  name: string;
}

type Handle = Kysely<SequenceKindTables & ChangeTables>;

export interface SequenceKinds extends KindMemory {
  sort(sequence: KnownSequence, kind: SequenceKind, by: string): Promise<void>;
  /** Marks the listed sequences as seen and deletes those unseen for a year. */
  forgetUnseen(listed: readonly { id: number }[]): Promise<void>;
}

export function createSequenceKinds(
  { db }: Database<SequenceKindTables & ChangeTables>,
  service: () => string,
  now: () => Date,
): SequenceKinds {
  async function write(how: Handle, { id, name }: KnownSequence, kind: SequenceKind, by: string) {
    const at = now().toISOString();
    const what = { name, kind, set_by: by, set_at: at, seen_at: at };
    await putRow(how, 'sequence_kinds', { service: service(), sequence_id: id }, what);
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
          // An invalid kind counts as unknown, so it is detected or chosen again.
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
      for (const ids of chunks(listed.map(({ id }) => id)))
        await db
          .updateTable('sequence_kinds')
          .set({ seen_at: now().toISOString() })
          .where('service', '=', service())
          .where('sequence_id', 'in', ids)
          .execute();
      const before = new Date(now().getTime() - keptUnseen).toISOString();
      await db.deleteFrom('sequence_kinds').where(sql`coalesce(seen_at, set_at)`, '<', before).execute();
    },
  };
}
