import type { Dispatcher } from 'undici';
import type { ZodType } from 'zod';
import { EmployeeList } from '../../../contract/employee.ts';
import { paths } from '../../../contract/paths.ts';
import { type Sequence, SequenceList } from '../../../contract/sequence.ts';
import type { Telemetry } from '../../../telemetry/telemetry.ts';
import { toPerson } from '../directory/person.ts';
import { exchangePieces } from './exchange.ts';
import { rememberPieces } from './known-pieces.ts';
import { type Page, readPages } from './list-pages.ts';
import { parseList } from './parse-list.ts';
import { watched } from './watched.ts';

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
