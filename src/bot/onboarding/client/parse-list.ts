import { setImmediate } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { Unreadable } from './errors.ts';
import type { Page } from './list-pages.ts';
import { textOf } from './read-body.ts';

/** How many bytes are parsed before everybody else has a turn: some milliseconds of work. */
const sliceSize = 128 * 1024;

/**
 * Reads a page of a list. A long array is parsed piece by piece: whoever opens a form meanwhile is served in between.
 * @returns undefined when it is JSON and no list @throws Unreadable when it is not JSON
 */
export async function parseList<Read, Item>(
  body: Buffer,
  list: ZodType<Page<Read>>,
  toItem: (read: Read) => Item,
): Promise<Page<Item> | undefined> {
  const items: Item[] = [];
  let next: string | null = null;
  for (const slice of slicesOf(body)) {
    const page = list.safeParse(parsed(slice)).data;
    if (!page) return undefined;
    for (const item of page.items) items.push(toItem(item));
    next = page.next;
    await setImmediate();
  }
  return { items, next };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('it is not JSON');
  }
}

const codes = { quote: 34, comma: 44, open: 91, backslash: 92, close: 93, openObject: 123, closeObject: 125 };

/** An array as several shorter ones; anything else as it is. */
function* slicesOf(body: Buffer): Generator<string> {
  let from = 0;
  if (body[0] === codes.open) {
    for (const comma of cutsIn(body)) {
      yield `${from === 0 ? '' : '['}${textOf(body.subarray(from, comma))}]`;
      from = comma + 1;
    }
  }
  yield from === 0 ? textOf(body) : `[${textOf(body.subarray(from))}`;
}

/** Where commas stand between the elements of an array, each some way behind the one before. */
function* cutsIn(body: Buffer): Generator<number> {
  let depth = 0;
  let last = 0;
  for (let at = 0; at < body.length; at += 1) {
    const code = body[at];
    if (code === codes.quote) at = endOfString(body, at);
    else if (code === codes.open || code === codes.openObject) depth += 1;
    else if (code === codes.close || code === codes.closeObject) depth -= 1;
    else if (code === codes.comma && depth === 1 && at - last >= sliceSize) {
      last = at;
      yield at;
    }
  }
}

function endOfString(body: Buffer, from: number): number {
  for (let at = from + 1; at < body.length; at += 1) {
    if (body[at] === codes.backslash) at += 1;
    else if (body[at] === codes.quote) return at;
  }
  return body.length;
}
