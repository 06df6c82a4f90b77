import { z } from 'zod';
import { listOf } from './list.ts';

/** The two kinds of sequences (specification 2.4). */
export const SequenceKind = z.enum(['onboarding', 'offboarding']);
export type SequenceKind = z.infer<typeof SequenceKind>;

/** One entry of `GET /api/sequences/`. `kind` is an addition of our service: other deployments do not say it. */
export const Sequence = z.object({
  id: z.int(),
  name: z.string().nullish(),
  kind: SequenceKind.nullish().catch(null),
});
export type Sequence = z.infer<typeof Sequence>;

/** The whole answer of `GET /api/sequences/`, as `{ items, next }`. */
export const SequenceList = listOf(Sequence);
