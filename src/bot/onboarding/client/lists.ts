import { setImmediate } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { EmployeeList } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { type Sequence, SequenceList } from '../../../contract/sequence.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { toPerson } from '../directory/person.ts';
import { ListUnreadable, TimedOut, TooLarge, Unreadable } from './errors.ts';
import { exchange, watched } from './exchange.ts';

interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** Time limits for one page and for all of them, in milliseconds. */
interface Limits {
  pageLimit: number;
  limit: number;
  /** Stops after the first page, to test whether the list is there. */
  onlyFirstPage: boolean;
}

interface ListsOptions extends Limits {
  dispatcher: Dispatcher;
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
  return function readAll(from: From): Promise<ReadonlyMap<number, Item>> {
    async function get(page: string, limit: number): Promise<Page<Item>> {
      const how = { dispatcher, ...from, method: 'GET', path: page, limit, mostBytes: largestPage } as const;
      const body = await watched(telemetry, how, () => exchange(how));
      // Parsing and checking a long list both take some milliseconds; other work runs in between.
      await setImmediate();
      const read = list.safeParse(body).data;
      if (!read) throw new Unreadable('it is not a list');
      await setImmediate();
      return { items: read.items.map(toItem), next: read.next };
    }
    return readPages(path, from.url, get, limits);
  };
}

const mostItems = 1_000_000;

/** Guards against a faulty `next`: every page has to bring something new, all from the service itself, in time. */
async function readPages<Item extends { id: number }>(
  first: string,
  url: string,
  get: (path: string, limit: number) => Promise<Page<Item>>,
  { pageLimit, limit, onlyFirstPage }: Limits,
): Promise<ReadonlyMap<number, Item>> {
  const items = new Map<number, Item>();
  const end = performance.now() + limit;
  let path: string | null = first;
  while (path !== null) {
    const asked: string = path;
    const page = await inTime(end - performance.now(), pageLimit, (time) => get(asked, time));
    const isNews = keep(page.items, items);
    path = nextPath(page.next, url, first);
    if (path !== null && (!isNews || path === asked)) throw new ListUnreadable('endless');
    if (onlyFirstPage) break;
  }
  return items;
}

/** @returns whether any item is new */
function keep<Item extends { id: number }>(page: readonly Item[], items: Map<number, Item>): boolean {
  const before = items.size;
  for (const item of page) if (!items.has(item.id)) items.set(item.id, item);
  if (items.size > mostItems) throw new ListUnreadable('tooMany');
  return items.size > before;
}

/** Gives a page the time that is left for the list, and at most a page's own limit, in milliseconds. */
async function inTime<Read>(left: number, pageLimit: number, get: (time: number) => Promise<Read>) {
  if (left <= 0) throw new ListUnreadable('tooSlow');
  try {
    return await get(Math.ceil(Math.min(left, pageLimit)));
  } catch (error) {
    if (error instanceof TooLarge) throw new ListUnreadable('tooLarge', error);
    if (error instanceof TimedOut && left < pageLimit) throw new ListUnreadable('tooSlow', error);
    throw error;
  }
}

/**
 * Path of the next page from its absolute address. Drops the part before the list's own path, which a service behind
 * a proxy may get wrong; refuses another host, since the token is for the one that was entered.
 */
function nextPath(next: string | null, url: string, path: string): string | null {
  if (next === null || next === '') return null;
  const address = URL.parse(next, url);
  if (!address || !/^https?:$/.test(address.protocol)) throw new ListUnreadable('malformed');
  if (address.hostname !== new URL(url).hostname) throw new ListUnreadable('elsewhere');
  const at = address.pathname.indexOf(path);
  if (at === -1) throw new ListUnreadable('malformed');
  return address.pathname.slice(at) + address.search;
}
