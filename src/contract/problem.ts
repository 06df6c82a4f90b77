import { z } from 'zod';

/**
 * What a field's errors look like: a list of sentences, or, for a list field, an object from position to
 * sentences (`{"sequences":{"0":["A valid integer is required."]}}`). Read as one flat list of sentences.
 */
const FieldErrors = z.union([
  z.array(z.string()),
  z.string().transform((sentence) => [sentence]),
  z.record(z.string(), z.array(z.string())).transform((byPosition) => Object.values(byPosition).flat()),
]);

/** The body of a 400: field name → sentences. `non_field_errors` holds what belongs to no field. */
export const Problem = z.record(z.string(), FieldErrors);
export type Problem = z.infer<typeof Problem>;

/** The body of a 401, 403, 405, 406, 415 and of a parse error's 400. */
export const Detail = z.object({ detail: z.string() });

const Listed = z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]);
const AtFields = z.record(z.string(), Listed).refine((fields) => Object.keys(fields).length > 0);

/**
 * The body of a 400 as the API itself writes it: lists of sentences at fields, or one `detail`. Anything else
 * (`{"message":"Bad Request"}`, a page) was written by somebody in between.
 */
export const ApiProblem = z.union([AtFields, Detail]);
