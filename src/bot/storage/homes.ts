import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { findRow, key, putRow, type TablesOf, table, text } from '../../database/table.ts';

export const homeTables = {
  homes: table({
    user_id: key,
    team_id: text,
    /** Audience of the content: `hr`, `manager`, or `nobody` for members without a role. */
    shows: text,
    /** Changes at each publish, in any process. */
    version: text,
    opened_at: text,
  }),
};
type HomeTables = TablesOf<typeof homeTables>;
type HomeRow = HomeTables['homes'];

const Audience = z.enum(['hr', 'manager', 'nobody']).catch('manager');

export type StoredHome = ReturnType<typeof toHome>;
type ShownHome = Omit<StoredHome, 'version'>;

export type Homes = ReturnType<typeof createHomes>;

/** Across processes and restarts: Slack keeps showing the last published view even after a user loses access. */
export function createHomes({ db }: Database<HomeTables>) {
  async function put({ userId, teamId, shows, openedAt }: ShownHome, version: string): Promise<void> {
    const row = { team_id: teamId, shows, version, opened_at: openedAt.toISOString() };
    await putRow(db, 'homes', { user_id: userId }, row);
  }

  return {
    /**
     * Recorded before, so that a crash can't lose it, and again if another process cleared the page
     * meanwhile, since Slack's final state is then unknown.
     */
    async publishing(home: ShownHome, publish: () => Promise<void>): Promise<void> {
      const version = randomUUID();
      await put(home, version);
      await publish();
      if ((await this.find(home.userId))?.version !== version) await put(home, randomUUID());
    },
    /** Records that nothing restricted is shown. @param version the version read before clearing */
    async cleared(userId: string, version: string): Promise<void> {
      await db.deleteFrom('homes').where('user_id', '=', userId).where('version', '=', version).execute();
    },
    async find(userId: string): Promise<StoredHome | undefined> {
      const row = await findRow(db, 'homes', { user_id: userId });
      return row && toHome(row);
    },
    async all(): Promise<StoredHome[]> {
      const rows = await db.selectFrom('homes').selectAll().orderBy('opened_at', 'desc').execute();
      return rows.map(toHome);
    },
  };
}

function toHome({ user_id, team_id, shows, version, opened_at }: HomeRow) {
  const openedAt = new Date(opened_at);
  return { userId: user_id, teamId: team_id, shows: Audience.parse(shows), version, openedAt };
}
