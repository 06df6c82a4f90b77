import { z } from 'zod';

/**
 * Schema of a list endpoint's answer: a plain array, or a page `{ count, next, previous, results }`. The
 * specification leaves this open (section 4, open points), so both are read. `next` is the URL of the following page,
 * or null on the last one.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({ next: z.string().nullish(), results: z.array(item) });
  return z.union([
    z.array(item).transform((items) => ({ items, next: null })),
    page.transform(({ results, next }) => ({ items: results, next: next ?? null })),
  ]);
}
