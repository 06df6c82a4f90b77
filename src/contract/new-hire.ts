import { z } from 'zod';
import { isEmailAddress } from './email.ts';

/** Maximum length per field in the released API, in characters. */
export const maxLength = {
  first_name: 200,
  last_name: 200,
  email: 200,
  position: 300,
  phone: 300,
} as const;

/** Calendar day, YYYY-MM-DD, without a time zone. */
export const Day = z.iso.date();

/** Request to create a hire (specification 2.1): no unknown keys, no nulls; absent fields are omitted. */
export const NewHire = z.strictObject({
  first_name: z.string().trim().min(1).max(maxLength.first_name),
  last_name: z.string().trim().min(1).max(maxLength.last_name),
  /** Trimmed and lower-cased: released deployments answer an existing address in another case with a 500. */
  email: z.string().trim().max(maxLength.email).refine(isEmailAddress).toLowerCase(),
  /**
   * Required: released deployments answer a missing role with a 500. Any integer, since the service may offer
   * a role that this contract doesn't know.
   */
  role: z.int().min(0),
  phone: z.string().max(maxLength.phone).optional(),
  position: z.string().max(maxLength.position).optional(),
  language: z.string().optional(),
  message: z.string().optional(),
  start_day: Day.optional(),
  buddy: z.int().optional(),
  manager: z.int().optional(),
  timezone: z.string().optional(),
  sequences: z.array(z.int()).optional(),
});
export type NewHire = z.infer<typeof NewHire>;

/** Released deployments omit `id` and `sequences`, so only the email is required. */
export const CreatedHire = z.object({
  id: z.int().optional().catch(undefined),
  email: z.string(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  start_day: z.string().nullish(),
  timezone: z.string().nullish(),
  language: z.string().nullish(),
});
export type CreatedHire = z.infer<typeof CreatedHire>;
