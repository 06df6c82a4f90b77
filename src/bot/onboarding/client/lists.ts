import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { additions } from '../../../contract/additions/paths.ts';
import { EmployeeList } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { type Sequence, SequenceList } from '../../../contract/sequence.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import { toPerson } from '../directory/person.ts';
import { OnboardingFailure, Unreadable } from './errors.ts';
import { exchangePieces } from './exchange.ts';
import { type KnownPieces, type Page, readPages, rememberPieces } from './list-pages.ts';
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

interface ListsOptions {
  dispatcher: Dispatcher;
  pageLimit: number;
  limit: number;
  onlyFirstPage: boolean;
  telemetry: Telemetry;
}

/** Taken once per reading, so that all pages come from one service even if another is connected meanwhile. */
interface From {
  url: string;
  token: string;
}

/** Size limit of a page, in bytes: some 300,000 people. */
const largestPage = 32 * 1024 ** 2;

/** Readers of the service's lists. Each throws an `OnboardingFailure` if the list can't be read to its end. */
export function createLists(options: ListsOptions) {
  return {
    employees: createList(paths.employees, EmployeeList, toPerson, options),
    sequences: createList(paths.sequences, SequenceList, (sequence: Sequence) => sequence, options),
  };
}

function createList<Read, Item extends { id: number }>(
  path: string,
  list: ZodType<Page<Read>>,
  toItem: (read: Read) => Item,
  { dispatcher, telemetry, ...limits }: ListsOptions,
) {
  const begin = rememberPieces<Item>();

  return async function readAll({ url, token }: From): Promise<ReadonlyMap<number, Item>> {
    const known = begin();
    const how = { dispatcher, url, token, method: 'GET', mostBytes: largestPage } as const;
    const get = (page: string, limit: number): Promise<Page<Item> | undefined> =>
      watched(telemetry, { method: how.method, path: page }, async () => {
        const body = await exchangePieces({ ...how, path: page, limit });
        return parseList(body, { list, toItem, known });
      });
    const items = await readPages({ url, path, get, ...limits });
    known.end();
    return items;
  };
}

const endpoints: ReadonlySet<string> = new Set([...Object.values(paths), ...Object.values(additions)]);

export function watched<Result>(
  telemetry: Telemetry,
  { method, path }: { method: string; path: string },
  ask: () => Promise<Result>,
): Promise<Result> {
  const [withoutQuery = ''] = path.split('?');
  const words = { method, endpoint: endpoints.has(withoutQuery) ? withoutQuery : 'other', error: none };
  return telemetry.observe('api.request', words, async () => {
    try {
      return await ask();
    } catch (error) {
      words.error = error instanceof OnboardingFailure ? error.name : 'other';
      throw error;
    }
  });
}
