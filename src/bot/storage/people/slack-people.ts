import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../database/open.ts';

/**
 * `known`: a member when the sync was turned on, or in the service. `joined`: came later and is to be added. `gone`:
 * deactivated.
 */
type MemberState = 'known' | 'joined' | 'gone';

export interface RememberedMember {
  userId: string;
  state: MemberState;
  email: string;
  digest: string;
  updated: number;
}

export interface GoneMember {
  userId: string;
  email: string;
  goneAt: string;
}

/** Chunk size: the number of parameters per statement is limited. */
const atOnce = 500;
const roundId = 'daily';
/** Row id of the lease for syncing people to the service. */
const tellingId = 'telling';

type IsDue = (where: ExpressionBuilder<SlackPeopleTables, 'people_rounds'>) => Expression<SqlBool>;

export type SlackPeopleStore = ReturnType<typeof createSlackPeopleStore>;

/** Slack members as synced to the service, shared by all processes. */
export function createSlackPeopleStore({ db }: Database<SlackPeopleTables>, now: () => Date) {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();

  /**
   * Claims a row for `ms` milliseconds, if nobody has it and it `isDue`.
   * @returns the end of the lease; undefined if it wasn't claimed
   */
  async function claimRow(id: string, ms: number, isDue: IsDue = ({ lit }) => lit(true)) {
    await db
      .insertInto('people_rounds')
      .values({ id, baseline: '', done_at: '', lease_until: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const lease_until = at(ms);
    const { numUpdatedRows } = await db
      .updateTable('people_rounds')
      .set({ lease_until })
      .where('id', '=', id)
      .where('lease_until', '<=', at())
      .where(isDue)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? lease_until : undefined;
  }

  return {
    async find(since: string, userIds: readonly string[]): Promise<Map<string, RememberedMember>> {
      const rows: SlackPersonRow[] = [];
      for (const ids of inParts(userIds))
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
      for (const part of inParts(members)) {
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
            conflict
              .column('user_id')
              .doUpdateSet((eb) => ({
                since: eb.ref('excluded.since'),
                state: eb.ref('excluded.state'),
                email: eb.ref('excluded.email'),
                digest: eb.ref('excluded.digest'),
                updated: eb.ref('excluded.updated'),
                changed_at: eb.ref('excluded.changed_at'),
                told_at: null,
              }))
              .where(isNews),
          )
          .execute();
      }
    },
    async remove(userIds: readonly string[]): Promise<void> {
      for (const ids of inParts(userIds))
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
      for (const ids of inParts(userIds))
        await db
          .updateTable('slack_people')
          .set({ told_at })
          .where('user_id', 'in', ids)
          .where('state', '=', 'gone')
          .execute();
    },
    async toldWithin(ms: number): Promise<number> {
      const { count } = await db
        .selectFrom('slack_people')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('state', '=', 'gone')
        .where('told_at', '>=', at(-ms))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async hasBaseline(since: string): Promise<boolean> {
      const round = await db
        .selectFrom('people_rounds')
        .select('baseline')
        .where('id', '=', roundId)
        .executeTakeFirst();
      return round?.baseline === since;
    },
    /** `every`: milliseconds from the end of one comparison to the next; `lease`: its length in milliseconds. */
    async claim(since: string, { every, lease }: { every: number; lease: number }): Promise<boolean> {
      const isDue: IsDue = ({ eb, or }) => or([eb('baseline', '<>', since), eb('done_at', '<=', at(-every))]);
      return (await claimRow(roundId, lease, isDue)) !== undefined;
    },
    /**
     * Claims the exclusive right to sync people to the service. Returns a token for `leave`; undefined if
     * another process has it.
     */
    enter: (lease: number): Promise<string | undefined> => claimRow(tellingId, lease),
    async leave(lease_until: string): Promise<void> {
      await db
        .updateTable('people_rounds')
        .set({ lease_until: '' })
        .where('id', '=', tellingId)
        .where('lease_until', '=', lease_until)
        .execute();
    },
    async renew(lease: number): Promise<void> {
      await db
        .updateTable('people_rounds')
        .set({ lease_until: at(lease) })
        .where('id', '=', roundId)
        .execute();
    },
    async finish(since: string): Promise<void> {
      const row = { baseline: since, done_at: at(), lease_until: '' };
      await db.updateTable('people_rounds').set(row).where('id', '=', roundId).execute();
    },
  };
}

/** False if the member is already stored as gone in this period: two processes may both find that out. */
function isNews({ eb, or }: ExpressionBuilder<SlackPeopleTables, 'slack_people'>) {
  return or([
    eb('slack_people.state', '<>', 'gone'),
    eb('slack_people.since', '<>', sql<string>`excluded.since`),
    eb(sql<string>`excluded.state`, '<>', 'gone'),
  ]);
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / atOnce);
  return Array.from({ length: count }, (_none, index) => items.slice(index * atOnce, (index + 1) * atOnce));
}

const states: readonly string[] = ['known', 'joined', 'gone'] satisfies MemberState[];

function isState(state: string): state is MemberState {
  return states.includes(state);
}

function toMember({ user_id: userId, state, email, digest, updated }: SlackPersonRow): RememberedMember {
  return { userId, state: isState(state) ? state : 'known', email, digest, updated: Number(updated) };
}

/** A Slack member as last synced to the service. */
interface SlackPersonRow {
  user_id: string;
  /** When the sync was turned on; rows of earlier periods don't count. */
  since: string;
  state: string;
  /** Email address in the service, as far as known. */
  email: string;
  /** Hash of the Slack profile as last sent to the service; empty if never sent. */
  digest: string;
  /** Slack's `updated` timestamp of that profile, in seconds since the epoch. */
  updated: number;
  changed_at: string;
  /**
   * Time of HR's message about a deactivated member; empty if no message is needed or HR only got a count;
   * null while open.
   */
  told_at: string | null;
}

/** Lease of the daily comparison or of syncing people; one process at a time. */
interface RoundRow {
  id: string;
  /** `since` of the sync period whose members were recorded. */
  baseline: string;
  done_at: string;
  lease_until: string;
}

export interface SlackPeopleTables {
  slack_people: SlackPersonRow;
  people_rounds: RoundRow;
}
