import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../database/open.ts';
import type { SlackPeopleTables, SlackPersonRow } from './slack-people-tables.ts';

/**
 * `known`: was a member when the switch was turned on, or is in the service; `joined`: came after that, and is to be
 * added; `gone`: was a member, and is deactivated.
 */
type MemberState = 'known' | 'joined' | 'gone';

/** What is remembered of somebody in Slack. */
export interface RememberedMember {
  userId: string;
  state: MemberState;
  email: string;
  digest: string;
  updated: number;
}

/** Somebody who is gone, and of whom HR was not told yet. */
export interface GoneMember {
  userId: string;
  email: string;
  goneAt: string;
}

/** How many rows are written in one statement, which takes so many parameters and no more. */
const atOnce = 500;
const roundId = 'daily';
/** Where it stands that a process tells the service of people just now. */
const tellingId = 'telling';

export type SlackPeopleStore = ReturnType<typeof createSlackPeopleStore>;

/** Who is in Slack, as far as it was told to the service, for all processes. */
export function createSlackPeopleStore({ db }: Database<SlackPeopleTables>, now: () => Date) {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();

  async function addRow(id: string): Promise<void> {
    await db
      .insertInto('people_rounds')
      .values({ id, baseline: '', done_at: '', lease_until: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    /** Those of them that are remembered since the switch was turned on. */
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
    /** What is known of them from now on. Of somebody who is gone already, nothing is news. */
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
    /** Forgets who was noted while the switch was on before, or until it was turned off. @param until not after that */
    async forget(until: string, { itself }: { itself: boolean }): Promise<void> {
      await db
        .deleteFrom('slack_people')
        .where('since', itself ? '<=' : '<', until)
        .execute();
    },
    /** Those who are gone and of whom HR was not told, the first ones first. */
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
    /** HR was told of each, or need not be: those who were counted are no news any more. */
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
    /** Of how many HR was told in so many milliseconds. */
    async toldWithin(ms: number): Promise<number> {
      const { count } = await db
        .selectFrom('slack_people')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('state', '=', 'gone')
        .where('told_at', '>=', at(-ms))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Whether it was noted who was there when the switch was turned on. */
    async hasBaseline(since: string): Promise<boolean> {
      const round = await db
        .selectFrom('people_rounds')
        .select('baseline')
        .where('id', '=', roundId)
        .executeTakeFirst();
      return round?.baseline === since;
    },
    /**
     * Takes the next comparison, where it is due and nobody else has it.
     * @param every milliseconds from the end of one to the next @param lease until when nobody else takes it, in milliseconds
     */
    async claim(since: string, { every, lease }: { every: number; lease: number }): Promise<boolean> {
      await addRow(roundId);
      const { numUpdatedRows } = await db
        .updateTable('people_rounds')
        .set({ lease_until: at(lease) })
        .where('id', '=', roundId)
        .where('lease_until', '<=', at())
        .where(({ eb, or }) => or([eb('baseline', '<>', since), eb('done_at', '<=', at(-every))]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /**
     * Takes the only place from which the service is told of people.
     * @param lease until when nobody else takes it, in milliseconds
     * @returns what it is given back with; undefined while another process has it
     */
    async enter(lease: number): Promise<string | undefined> {
      await addRow(tellingId);
      const lease_until = at(lease);
      const { numUpdatedRows } = await db
        .updateTable('people_rounds')
        .set({ lease_until })
        .where('id', '=', tellingId)
        .where('lease_until', '<=', at())
        .executeTakeFirst();
      return numUpdatedRows > 0n ? lease_until : undefined;
    },
    async leave(lease_until: string): Promise<void> {
      await db
        .updateTable('people_rounds')
        .set({ lease_until: '' })
        .where('id', '=', tellingId)
        .where('lease_until', '=', lease_until)
        .execute();
    },
    /** It goes on. */
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

/** Whether a row tells more than that somebody is gone who is known to be: two processes may find that out. */
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

/** A row that was damaged is of somebody who is known: nothing is done about them by itself. */
function toMember({ user_id: userId, state, email, digest, updated }: SlackPersonRow): RememberedMember {
  return { userId, state: isState(state) ? state : 'known', email, digest, updated: Number(updated) };
}
