import { z } from 'zod';
import { listOf } from './list.ts';

/** Kinds of sequences (specification 2.4). */
export const SequenceKind = z.enum(['onboarding', 'offboarding']);
export type SequenceKind = z.infer<typeof SequenceKind>;

/** An entry of `GET /api/sequences/`. Only our service adds `kind`; other deployments omit it. */
export const Sequence = z.object({
  id: z.int(),
  name: z.string().nullish(),
  kind: SequenceKind.nullish().catch(null),
});
export type Sequence = z.infer<typeof Sequence>;

/** Answer of `GET /api/sequences/`, as `{ items, next }`. */
export const SequenceList = listOf(Sequence);
