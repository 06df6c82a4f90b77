import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Page } from './list-pages.ts';

interface KnownPage<Item> {
  /** Of its bytes. */
  digest: string;
  page: Page<Item>;
}

/**
 * The pages of a list as they were read last. One that comes as the very same bytes, which nearly all of them do, is
 * not parsed again. Only what the last whole reading read is kept.
 */
export function rememberPages<Item>() {
  let last: ReadonlyMap<string, KnownPage<Item>> = new Map();

  return function begin() {
    const pages = new Map<string, KnownPage<Item>>();
    return {
      /** @param parse makes the page of its bytes; what it makes of no page is not kept */
      async pageOf(
        path: string,
        body: Buffer,
        parse: () => Promise<Page<Item> | undefined>,
      ): Promise<Page<Item> | undefined> {
        const digest = await digestOf(body);
        const known = last.get(path);
        const page = known?.digest === digest ? known.page : await parse();
        if (page) pages.set(path, { digest, page });
        return page;
      },
      /** The list was read to its end. */
      end(): void {
        last = pages;
      },
    };
  };
}

/** How many bytes are looked at before everybody else has a turn: two or three milliseconds of work. */
const sliceSize = 1024 ** 2;

/** Not by `webcrypto`, which does it beside: the first use of that costs 30 ms of the start and 2 MB. */
async function digestOf(body: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < body.length; from += sliceSize) {
    hash.update(body.subarray(from, from + sliceSize));
    await setImmediate();
  }
  return hash.digest('base64');
}
