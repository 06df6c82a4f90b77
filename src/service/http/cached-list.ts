import type { Versions } from '../storage/list-versions.ts';
import type { Db } from '../storage/tables.ts';

/** How many rows are read at once: between two reads other requests are served. */
const chunkSize = 500;

/** A list's answer, as pieces to be sent one after the other. */
export type List = (versions: Versions) => Promise<readonly Buffer[]>;

const sources = {
  employees: { table: 'people', columns: ['id', 'first_name', 'last_name', 'email', 'role'] },
  sequences: { table: 'sequences', columns: ['id', 'name', 'kind'] },
} as const;

/**
 * A list endpoint's body: a plain array ordered by id. It is kept as bytes. When its version in the database says
 * that it grew, whichever process added to it, what is new is read and added; when somebody was removed, all of it
 * is written anew. So an answer always shows everything that was stored before it was asked for.
 */
export function cachedList(db: Db, name: keyof typeof sources): List {
  let kept = { version: -1, removals: -1, text: new GrowingText() };
  let updating: Promise<void> = Promise.resolve();

  function isCurrent({ [name]: version, removals }: Versions): boolean {
    return kept.version >= version && kept.removals >= removals;
  }

  async function update(wanted: Versions): Promise<void> {
    if (isCurrent(wanted)) return;
    const { [name]: version, removals } = wanted;
    const text = removals === kept.removals ? kept.text : new GrowingText();
    await readOn(db, name, text);
    kept = { version, removals, text };
  }

  return async (wanted) => {
    if (!isCurrent(wanted)) {
      updating = updating.catch(() => {}).then(() => update(wanted));
      await updating;
    }
    return kept.text.pieces;
  };
}

async function readOn(db: Db, name: keyof typeof sources, text: GrowingText): Promise<void> {
  const { table, columns } = sources[name];
  for (;;) {
    const next = db.selectFrom(table).select(columns).where('id', '>', text.lastId);
    const rows = await next.orderBy('id').limit(chunkSize).execute();
    if (rows.length === 0) return;
    text.add(rows);
  }
}

/** The longest text that is copied into one piece instead of being sent in two, in bytes. */
const small = 65_536;

/**
 * The text of a JSON array that only grows. What was handed out stays as it is while more is added, since nothing
 * that was written is written over: the closing bracket is a piece of its own.
 */
class GrowingText {
  lastId = 0;
  pieces: readonly Buffer[] = [Buffer.from('[]')];
  #bytes = Buffer.from('[');
  #length = 1;

  add(rows: { id: number }[]): void {
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
    // Pages that are not written to yet take no memory.
    const larger = Buffer.allocUnsafeSlow(needed * 2);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

const closing = Buffer.from(']');
