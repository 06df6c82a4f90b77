import { z } from 'zod';
import { isEmailAddress } from './email.ts';

/** The longest text the released API takes per field, in characters. */
export const maxLength = {
  first_name: 200,
  last_name: 200,
  email: 200,
  position: 300,
  phone: 300,
} as const;

/** A calendar day, YYYY-MM-DD, in nobody's time zone. */
export const Day = z.iso.date();

/** What is sent to create a hire (specification 2.1): exact, no unknown keys, no nulls; what is absent is omitted. */
export const NewHire = z.strictObject({
  first_name: z.string().trim().min(1).max(maxLength.first_name),
  last_name: z.string().trim().min(1).max(maxLength.last_name),
  /** Trimmed and in lower case: released deployments answer another case of an existing address with a 500. */
  email: z.string().trim().max(maxLength.email).refine(isEmailAddress).toLowerCase(),
  /**
   * Always sent: released deployments answer a missing role with a 500. Any value, since the list is announced as
   * likely to change: a role that the service offers and this contract does not know can be chosen all the same.
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

/**
 * The 201 answer. Released deployments leave out `id` and `sequences`, so only the address is relied on;
 * unknown keys are dropped.
 */
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
