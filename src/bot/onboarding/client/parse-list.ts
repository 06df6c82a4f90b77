import { setImmediate } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { Unreadable } from './errors.ts';
import type { KnownPieces, Page } from './list-pages.ts';
import { textOf } from './read-body.ts';

/** Bytes to parse before yielding to the event loop: some milliseconds of work. */
const sliceSize = 64 * 1024;

interface ParseOptions<Read, Item> {
  list: ZodType<Page<Read>>;
  toItem: (read: Read) => Item;
  known: KnownPieces<Item>;
}

/**
 * Parses a page of a list while it arrives, in slices, so that other work runs in between. Undefined if it is
 * JSON but not a list.
 */
export async function parseList<Read, Item>(
  body: AsyncIterable<Uint8Array>,
  { list, toItem, known }: ParseOptions<Read, Item>,
): Promise<Page<Item> | undefined> {
  const items: Item[] = [];
  let next: string | null = null;
  for await (const slice of slicesOf(body)) {
    const page = known.pageOf(slice, () => parsePage(textOf(slice), list, toItem));
    if (!page) return undefined;
    for (const item of page.items) items.push(item);
    next = page.next;
    await setImmediate();
  }
  return { items, next };
}

function parsePage<Read, Item>(
  text: string,
  list: ZodType<Page<Read>>,
  toItem: (read: Read) => Item,
): Page<Item> | undefined {
  const page = list.safeParse(parsed(text)).data;
  return page && { items: page.items.map(toItem), next: page.next };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('it is not JSON');
  }
}

const codes = { quote: 34, comma: 44, open: 91, backslash: 92, close: 93, openObject: 123, closeObject: 125 };
const open = Buffer.from('[');
const close = Buffer.from(']');

async function* slicesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const cuts = new Cuts();
  let held: Uint8Array[] = [];
  for await (const piece of body) {
    let from = 0;
    for (const comma of cuts.in(piece)) {
      yield Buffer.concat([...held, piece.subarray(from, comma), close]);
      held = [open];
      from = comma + 1;
    }
    held.push(piece.subarray(from));
  }
  yield Buffer.concat(held);
}

/** Finds commas between the elements of an array that arrives in chunks, at least a slice apart. */
class Cuts {
  #isFirst = true;
  #bytes = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  *in(piece: Uint8Array): Generator<number> {
    for (let at = 0; at < piece.length; at += 1) {
      this.#bytes += 1;
      if (!this.#isBetweenElements(piece[at] ?? 0) || this.#bytes < sliceSize) continue;
      this.#bytes = 0;
      yield at;
    }
  }

  #isBetweenElements(code: number): boolean {
    if (this.#isInString) this.#readString(code);
    else if (code === codes.quote) this.#isInString = true;
    else if (code === codes.comma) return this.#depth === 1;
    else this.#readBrackets(code);
    return false;
  }

  #readString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === codes.backslash) this.#isEscaped = true;
    else if (code === codes.quote) this.#isInString = false;
  }

  #readBrackets(code: number): void {
    // Anything but an array stays whole: an extra level hides its commas.
    if (this.#isFirst && code !== codes.open) this.#depth += 1;
    this.#isFirst = false;
    if (code === codes.open || code === codes.openObject) this.#depth += 1;
    else if (code === codes.close || code === codes.closeObject) this.#depth -= 1;
  }
}
