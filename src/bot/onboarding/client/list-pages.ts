import { setImmediate } from 'node:timers/promises';
import { ListUnreadable, TimedOut, TooLarge, Unreadable } from './errors.ts';

/** One page, as the contract reads it. */
export interface Page<Item> {
  items: Item[];
  /** The address of the following page, as the service says it; null on the last one. */
  next: string | null;
}

interface ListOptions<Item> {
  /** The service's base address. */
  url: string;
  /** Where the list begins, below the base. */
  path: string;
  /**
   * Asks for a page; undefined when what comes is none.
   * @param limit the time allowed, in milliseconds @throws OnboardingFailure
   */
  get: (path: string, limit: number) => Promise<Page<Item> | undefined>;
  /** The time allowed for one page, and for all of them, in milliseconds. */
  pageLimit: number;
  limit: number;
  /** Ends after the first page, where somebody only wants to know whether the list is there. */
  onlyFirstPage: boolean;
}

/** More than any organization has people. */
const mostItems = 1_000_000;
/** A service that makes up page after page isn't asked for ever. */
const mostPages = 10_000;

/**
 * Reads a list to its end, whatever the service says about where that is: every page has to be another one and bring
 * something new, all of them have to come from the service itself, in time. Entries are kept once by their id.
 * @returns them by their id, in their order
 * @throws ListUnreadable when the pages make no list, or another OnboardingFailure
 */
export async function readPages<Item extends { id: number }>(
  options: ListOptions<Item>,
): Promise<ReadonlyMap<number, Item>> {
  const items = new Map<number, Item>();
  const seen = new Set<string>();
  const end = performance.now() + options.limit;
  for (let path: string | null = options.path; path !== null; ) {
    if (seen.has(path)) throw new ListUnreadable('repeated');
    if (options.onlyFirstPage && seen.size > 0) break;
    if (seen.size === mostPages) throw new ListUnreadable('tooManyPages');
    seen.add(path);
    const page = await readPage(path, end - performance.now(), options);
    const before = items.size;
    await keep(page.items, items);
    if (items.size > mostItems) throw new ListUnreadable('tooMany');
    path = nextPath(page.next, options);
    if (path !== null && items.size === before) throw new ListUnreadable('nothingNew');
  }
  return items;
}

/** How many entries are kept before everybody else has a turn: a millisecond or two. */
const stepSize = 5_000;

async function keep<Item extends { id: number }>(page: readonly Item[], items: Map<number, Item>) {
  for (const [index, item] of page.entries()) {
    if (!items.has(item.id)) items.set(item.id, item);
    if (index % stepSize === stepSize - 1) await setImmediate();
  }
}

async function readPage<Item>(path: string, left: number, { get, pageLimit }: ListOptions<Item>) {
  if (left <= 0) throw new ListUnreadable('tooSlow');
  try {
    const page = await get(path, Math.ceil(Math.min(left, pageLimit)));
    if (!page) throw new Unreadable('it is not a list');
    return page;
  } catch (error) {
    if (error instanceof TooLarge) throw new ListUnreadable('tooLarge', error);
    // Less time was left for the page than a page may take.
    if (error instanceof TimedOut && left < pageLimit) throw new ListUnreadable('tooSlow', error);
    throw error;
  }
}

/**
 * A page's `next` is a whole address. What stands before the list's own path is left out, since a service behind a
 * proxy may not know it; another host is not asked, since the token is for the one that was entered.
 */
function nextPath(next: string | null, { url, path }: { url: string; path: string }): string | null {
  if (next === null || next === '') return null;
  const address = URL.parse(next, url);
  if (!address || !/^https?:$/.test(address.protocol)) throw new ListUnreadable('malformed');
  if (address.hostname !== new URL(url).hostname) throw new ListUnreadable('elsewhere');
  const at = address.pathname.indexOf(path);
  if (at === -1) throw new ListUnreadable('malformed');
  return address.pathname.slice(at) + address.search;
}
