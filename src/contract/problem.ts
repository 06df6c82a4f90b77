import { z } from 'zod';

/**
 * Errors of a field: a list of sentences, or, for a list field, an object from position to sentences
 * (`{"sequences":{"0":["A valid integer is required."]}}`). Parsed as a flat list of sentences.
 */
const FieldErrors = z.union([
  z.array(z.string()),
  z.string().transform((sentence) => [sentence]),
  z.record(z.string(), z.array(z.string())).transform((byPosition) => Object.values(byPosition).flat()),
]);

/** Body of a 400: field name → sentences. `non_field_errors` holds errors without a field. */
export const Problem = z.record(z.string(), FieldErrors);
export type Problem = z.infer<typeof Problem>;

/** Body of a 401, 403, 405, 406, 415, or of a 400 for unparsable input. */
export const Detail = z.object({ detail: z.string() });

const Listed = z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]);
const AtFields = z.record(z.string(), Listed).refine((fields) => Object.keys(fields).length > 0);

/** Anything else, such as an HTML page or `{"message":"Bad Request"}`, comes from a proxy in between. */
export const ApiProblem = z.union([AtFields, Detail]);
