import { readVersions, type Versions } from '../storage/list-versions.ts';
import type { Db } from '../storage/tables.ts';

/** Rows per read; other requests are served between two reads. */
const chunkSize = 500;

export type List = () => Promise<readonly Buffer[]>;

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

/**
 * A plain array ordered by id, cached as bytes. When the list's version in the database grows, new rows are
 * appended; after a removal or an edit, all of it is rebuilt.
 */
export function cachedList(db: Db, name: keyof typeof sources): List {
  let kept = { version: -1, edits: -1, text: new GrowingText() };
  let updating: Promise<void> = Promise.resolve();

  function isCurrent(versions: Versions): boolean {
    return kept.version >= versions[name] && kept.edits >= versions[sources[name].edits];
  }

  async function update(wanted: Versions): Promise<void> {
    if (isCurrent(wanted)) return;
    const edits = wanted[sources[name].edits];
    const text = edits === kept.edits ? kept.text : new GrowingText();
    await readOn(db, name, text);
    kept = { version: wanted[name], edits, text };
  }

  return async () => {
    const wanted = await readVersions(db);
    if (!isCurrent(wanted)) {
      updating = updating.catch(() => {}).then(() => update(wanted));
      await updating;
    }
    return kept.text.pieces;
  };
}

async function readOn(db: Db, name: keyof typeof sources, text: GrowingText): Promise<void> {
  for (;;) {
    const rows = await sources[name].read(db, text.lastId);
    if (rows.length === 0) return;
    text.add(rows);
  }
}

/** Longest text that is copied into one piece instead of being sent in two, in bytes. */
const small = 65_536;

/**
 * A JSON array that only grows. Written bytes are never overwritten, so pieces already handed out stay valid;
 * the closing bracket is a separate piece.
 */
class GrowingText {
  lastId = 0;
  pieces: readonly Buffer[] = [Buffer.from('[]')];
  #bytes = Buffer.from('[');
  #length = 1;

  add(rows: Rows): void {
    const text = JSON.stringify(rows).slice(1, -1);
    const more = this.#length === 1 ? text : `,${text}`;
    this.#makeRoom(Buffer.byteLength(more));
    this.#length += this.#bytes.write(more, this.#length);
    this.lastId = rows.at(-1)?.id ?? this.lastId;
    const written = this.#bytes.subarray(0, this.#length);
    this.pieces = this.#length < small ? [Buffer.concat([written, closing])] : [written, closing];
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    // Memory pages that haven't been written to take no memory.
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const closing = Buffer.from(']');
