import type { Queries, Store } from './store.ts';
import type { AskVersions } from './versions.ts';

type ListName = 'employees' | 'sequences';

/** How many rows are read at once: between two reads other requests are served. */
const chunkSize = 5_000;

/** A list's answer, as bytes. */
export type List = () => Promise<Buffer>;

type ReadChunk = (queries: Queries, after: number) => Promise<{ id: number }[]>;

const readers: Record<ListName, ReadChunk> = {
  employees: (queries, after) =>
    queries
      .selectFrom('people')
      .select(['id', 'first_name', 'last_name', 'email', 'role'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunkSize)
      .execute(),
  sequences: (queries, after) =>
    queries
      .selectFrom('sequences')
      .select(['id', 'name', 'kind'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunkSize)
      .execute(),
};

/**
 * A list endpoint's body: a plain array ordered by id. It is kept, and written anew when the list's version in
 * the database says that it changed, whichever process changed it; so an answer always shows everything that
 * was stored before it was asked for.
 */
export function cachedList({ db }: Store, versions: AskVersions, name: ListName): List {
  let kept: { version: number; body: Promise<Buffer> } | null = null;
  return async () => {
    const { [name]: version } = await versions();
    if (kept?.version === version) return kept.body;
    const writing = { version, body: writeList(db, readers[name]) };
    kept = writing;
    return writing.body.catch((error: unknown) => {
      if (kept === writing) kept = null;
      throw error;
    });
  };
}

async function writeList(queries: Queries, read: ReadChunk): Promise<Buffer> {
  const parts: Buffer[] = [];
  let after = 0;
  for (;;) {
    const rows = await read(queries, after);
    const last = rows.at(-1);
    if (!last) break;
    const text = JSON.stringify(rows).slice(1, -1);
    parts.push(Buffer.from(after === 0 ? text : `,${text}`));
    after = last.id;
  }
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}
