import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import {
  chunks,
  countRows,
  findRow,
  key,
  type TablesOf,
  table,
  text,
  textOrNull,
} from '../../database/table.ts';
import { type ChangeTables, noteChange } from '../ledger/audit/audit-changes.ts';

/**
 * `known`: a member when the sync was turned on, or in the service. `joined`: came later and is to be added. `gone`:
 * deactivated.
 */
const MemberState = z.enum(['known', 'joined', 'gone']).catch('known');

export type RememberedMember = ReturnType<typeof toMember>;

export interface GoneMember {
  userId: string;
  email: string;
  goneAt: string;
}

/** Counts of an import from Slack. */
export const ImportCounts = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** People of a batch whose answer was lost. */
  unknown: z.int(),
  remaining: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const roundId = 'daily';

export type SlackPeopleStore = ReturnType<typeof createSlackPeopleStore>;

/** Slack members as synced to the service, shared by all processes. */
export function createSlackPeopleStore({ db }: Database<SlackPeopleTables & ChangeTables>, now: () => Date) {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();

  return {
    async find(since: string, userIds: readonly string[]): Promise<Map<string, RememberedMember>> {
      const rows: SlackPersonRow[] = [];
      for (const ids of chunks(userIds))
        rows.push(
          ...(await db
            .selectFrom('slack_people')
            .selectAll()
            .where('user_id', 'in', ids)
            .where('since', '=', since)
            .execute()),
        );
      return new Map(rows.map((row) => [row.user_id, toMember(row)]));
    },
    async put(since: string, members: readonly RememberedMember[]): Promise<void> {
      for (const part of chunks(members)) {
        const rows = part.map(({ userId, ...member }) => ({
          ...member,
          user_id: userId,
          since,
          changed_at: at(),
          told_at: null,
        }));
        await db
          .insertInto('slack_people')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('user_id').doUpdateSet((eb) => ({
              since: eb.ref('excluded.since'),
              state: eb.ref('excluded.state'),
              email: eb.ref('excluded.email'),
              digest: eb.ref('excluded.digest'),
              changed_at: eb.ref('excluded.changed_at'),
              told_at: null,
            })),
          )
          .execute();
      }
    },
    async remove(userIds: readonly string[]): Promise<void> {
      for (const ids of chunks(userIds))
        await db.deleteFrom('slack_people').where('user_id', 'in', ids).execute();
    },
    /** Deletes members of sync periods before `until`; with `itself`, also of that one. */
    async forget(until: string, { itself }: { itself: boolean }): Promise<void> {
      await db
        .deleteFrom('slack_people')
        .where('since', itself ? '<=' : '<', until)
        .execute();
    },
    /** Deactivated members to notify HR about, oldest first. */
    async untold(since: string, limit: number): Promise<GoneMember[]> {
      const rows = await db
        .selectFrom('slack_people')
        .selectAll()
        .where('since', '=', since)
        .where('state', '=', 'gone')
        .where('told_at', 'is', null)
        .orderBy('changed_at')
        .limit(limit)
        .execute();
      return rows.map(({ user_id, email, changed_at }) => ({ userId: user_id, email, goneAt: changed_at }));
    },
    /** Marks that HR was notified, or that no message is needed because HR got a count. */
    async told(userIds: readonly string[], wasSent: boolean): Promise<void> {
      const told_at = wasSent ? at() : '';
      for (const ids of chunks(userIds))
        await db
          .updateTable('slack_people')
          .set({ told_at })
          .where('user_id', 'in', ids)
          .where('state', '=', 'gone')
          .execute();
    },
    toldWithin(ms: number): Promise<number> {
      const gone = db.selectFrom('slack_people').where('state', '=', 'gone');
      return countRows(gone.where('told_at', '>=', at(-ms)));
    },
    /** The sync period whose members were recorded, and the end of the last full comparison, in milliseconds. */
    async round(): Promise<{ baseline: string; doneAt: number }> {
      const row = await findRow(db, 'people_rounds', { id: roundId });
      return { baseline: row?.baseline ?? '', doneAt: row?.done_at ? Date.parse(row.done_at) : 0 };
    },
    /**
     * Claims the exclusive right to sync people for `ms` milliseconds, or renews it. Returns what to renew and release
     * it with; undefined if another process has it.
     */
    async claim(ms: number, own?: string): Promise<string | undefined> {
      const lease_until = at(ms);
      const row = { id: roundId, baseline: '', done_at: '', lease_until };
      const claimed = await db
        .insertInto('people_rounds')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ lease_until })
            .where(({ eb, or }) =>
              or([
                eb('people_rounds.lease_until', '<=', at()),
                eb('people_rounds.lease_until', '=', own ?? ''),
              ]),
            ),
        )
        .returning('id')
        .executeTakeFirst();
      return claimed && lease_until;
    },
    async release(own: string): Promise<void> {
      const held = db.updateTable('people_rounds').set({ lease_until: '' }).where('id', '=', roundId);
      await held.where('lease_until', '=', own).execute();
    },
    /** Adds an import to the audit log: no names. @param by a Slack user id */
    noteImport: (by: string, detail: ImportCounts) =>
      noteChange(db, { kind: 'settings', actor: by, what: 'people imported', detail }, now()),
    async finish(since: string): Promise<void> {
      const done = { baseline: since, done_at: at() };
      await db.updateTable('people_rounds').set(done).where('id', '=', roundId).execute();
    },
  };
}

function toMember({ user_id: userId, state, email, digest }: SlackPersonRow) {
  return { userId, state: MemberState.parse(state), email, digest };
}

export const slackPeopleTables = {
  /** A Slack member as last synced to the service. */
  slack_people: table({
    user_id: key,
    /** When the sync was turned on; rows of earlier periods don't count. */
    since: text,
    state: text,
    /** Email address in the service, as far as known. */
    email: text,
    /** Hash of the Slack profile as last sent to the service; empty if never sent. */
    digest: text,
    changed_at: text,
    /**
     * Time of HR's message about a deactivated member; empty if no message is needed or HR only got a count;
     * null while open.
     */
    told_at: textOrNull,
  }),
  /** The full comparison, and the lease of the process that syncs people. */
  people_rounds: table({
    id: key,
    /** `since` of the sync period whose members were recorded. */
    baseline: text,
    done_at: text,
    lease_until: text,
  }),
};
type SlackPeopleTables = TablesOf<typeof slackPeopleTables>;
type SlackPersonRow = SlackPeopleTables['slack_people'];
