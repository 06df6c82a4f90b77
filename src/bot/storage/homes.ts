import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/open.ts';

/** Whose App Home shows something that not everybody may see. No row: it shows nothing of the kind. */
interface HomeRow {
  user_id: string;
  /** The workspace that their payloads said they are from. */
  team_id: string;
  /** `hr`, `manager` or `nobody` (of the workspace, and no more): whom its contents are for. */
  shows: string;
  /** Another one at each publishing, by whichever process. */
  version: string;
  /** When the person opened the tab last. */
  opened_at: string;
}

export interface HomeTables {
  homes: HomeRow;
}

/** What somebody's App Home shows. */
interface ShownHome {
  userId: string;
  teamId: string;
  shows: 'hr' | 'manager' | 'nobody';
  openedAt: Date;
}

/** As it is stored. */
export type StoredHome = ShownHome & { version: string };

export type Homes = ReturnType<typeof createHomes>;

/**
 * Which App Homes show what, for all processes and across restarts: Slack keeps showing what was published last, also
 * to somebody who may not see it any more.
 */
export function createHomes({ db }: Database<HomeTables>) {
  async function put({ userId, teamId, shows, openedAt }: ShownHome, version: string): Promise<void> {
    const row = { team_id: teamId, shows, version, opened_at: openedAt.toISOString() };
    await db
      .insertInto('homes')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }

  return {
    /**
     * Publishes what only some may see: noted before, so that no crash can hide it, and again after it when another
     * process cleared the page meanwhile: nobody knows which of the two Slack took last.
     */
    async publishing(home: ShownHome, publish: () => Promise<void>): Promise<void> {
      const version = randomUUID();
      await put(home, version);
      await publish();
      if ((await this.find(home.userId))?.version !== version) await put(home, randomUUID());
    },
    /** It shows nothing of the kind any more. @param version what was known before that was published */
    async cleared(userId: string, version: string): Promise<void> {
      await db.deleteFrom('homes').where('user_id', '=', userId).where('version', '=', version).execute();
    },
    async find(userId: string): Promise<StoredHome | undefined> {
      const row = await db.selectFrom('homes').selectAll().where('user_id', '=', userId).executeTakeFirst();
      return row && toHome(row);
    },
    /** All of them, those opened last first. */
    async all(): Promise<StoredHome[]> {
      const rows = await db.selectFrom('homes').selectAll().orderBy('opened_at', 'desc').execute();
      return rows.map(toHome);
    },
  };
}

function toHome({ user_id, team_id, shows, version, opened_at }: HomeRow): StoredHome {
  const openedAt = new Date(opened_at);
  const known = shows === 'hr' || shows === 'nobody' ? shows : 'manager';
  return { userId: user_id, teamId: team_id, shows: known, version, openedAt };
}
