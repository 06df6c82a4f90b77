import { z } from 'zod';

export const SequenceKind = z.enum(['onboarding', 'offboarding']);
export type SequenceKind = z.infer<typeof SequenceKind>;

/** An entry of `GET /api/sequences/`. Only our service adds `kind`; other deployments omit it. */
export const Sequence = z.object({
  id: z.int(),
  name: z.string().nullish(),
  kind: SequenceKind.nullish().catch(null),
});
export type Sequence = z.infer<typeof Sequence>;

export const SequenceList = listOf(Sequence);

/**
 * A plain array, or a page `{ count, next, previous, results }`: the specification leaves this open (section
 * 4, open points).
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({ next: z.string().nullish(), results: z.array(item) });
  return z.union([
    z.array(item).transform((items) => ({ items, next: null })),
    page.transform(({ results, next }) => ({ items: results, next: next ?? null })),
  ]);
}
