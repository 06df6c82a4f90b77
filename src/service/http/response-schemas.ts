import { z } from 'zod';
import { roles } from '../../contract/role.ts';
import { SequenceKind } from '../../contract/sequence.ts';
import { newUserFields } from '../validation/request-fields.ts';

/** One entry of the employee list. `role` is an addition to what released deployments show. */
export const Employee = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.email(),
  role: z.literal(roles.map(({ value }) => value)),
});

/** One entry of the sequence list. `kind` is an addition to what released deployments show. */
export const Sequence = z.object({ id: z.int(), name: z.string(), kind: SequenceKind });

/** The created object: every field of the request, filled in, and the id (specification 2.1). */
export const CreatedUser = z.object({ id: z.int(), ...newUserFields }).required();

/** The body of a 400: sentences by field; for a list's items, by position. */
export const Problem = z.record(
  z.string(),
  z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]),
);

/** The body of every other refusal. */
export const Detail = z.object({ detail: z.string() });
