import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { additions } from '../../../contract/additions/paths.ts';
import { EmployeeList } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { type Sequence, SequenceList } from '../../../contract/sequence.ts';
import { none, type Telemetry } from '../../../telemetry/telemetry.ts';
import { toPerson } from '../directory/person.ts';
import { OnboardingFailure } from './errors.ts';
import { exchangePieces } from './exchange.ts';
import { type Page, readPages, rememberPieces } from './list-pages.ts';
import { parseList } from './parse-list.ts';

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
