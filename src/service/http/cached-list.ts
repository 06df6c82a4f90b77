import { type Db, readVersions, type Versions } from '../storage/tables.ts';

/** Rows per read; other requests are served between two reads. */
const chunkSize = 500;

type Rows = { id: number }[];

const sources = {
  employees: {
    edits: 'people_edits',
    read: (db: Db, lastId: number): Promise<Rows> =>
      db
        .selectFrom('people')
        .select(['id', 'first_name', 'last_name', 'email', 'role'])
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(chunkSize)
        .execute(),
  },
  sequences: {
    edits: 'sequence_edits',
    read: (db: Db, lastId: number): Promise<Rows> =>
      db
        .selectFrom('sequences')
        .select(['id', 'name', 'kind'])
        .where('id', '>', lastId)
        .where('archived', '=', 0)
        .orderBy('id')
        .limit(chunkSize)
        .execute(),
  },
} as const;

const empty = { version: -1, edits: -1, lastId: 0, json: Buffer.from('[]') };

/**
 * A plain array ordered by id, cached as bytes. When the list's version in the database grows, new rows are
 * appended; after a removal or an edit, all of it is rebuilt.
 */
export function cachedList(db: Db, name: keyof typeof sources): () => Promise<Buffer> {
  const { edits, read } = sources[name];
  let kept = empty;
  let updating: Promise<void> = Promise.resolve();

  function isCurrent(versions: Versions): boolean {
    return kept.version >= versions[name] && kept.edits >= versions[edits];
  }

  async function update(wanted: Versions): Promise<void> {
    if (isCurrent(wanted)) return;
    let { lastId, json } = wanted[edits] === kept.edits ? kept : empty;
    const items = json.length > empty.json.length ? [json.subarray(1, -1)] : [];
    for (let rows = await read(db, lastId); rows.length > 0; rows = await read(db, lastId)) {
      items.push(Buffer.from(JSON.stringify(rows).slice(1, -1)));
      lastId = rows.at(-1)?.id ?? lastId;
    }
    json = Buffer.concat([open, ...items.flatMap((item, at) => (at === 0 ? item : [comma, item])), closing]);
    kept = { version: wanted[name], edits: wanted[edits], lastId, json };
  }

  return async () => {
    const wanted = await readVersions(db);
    if (!isCurrent(wanted)) {
      updating = updating.catch(() => {}).then(() => update(wanted));
      await updating;
    }
    return kept.json;
  };
}

const [open, comma, closing] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];
