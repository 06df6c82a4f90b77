import { webcrypto } from 'node:crypto';
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
        body: Buffer<ArrayBuffer>,
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

/** Not by the thread that answers Slack. */
async function digestOf(body: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('base64');
}
