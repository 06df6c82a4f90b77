import { z } from 'zod';

const flag = z.boolean().exactOptional();

export const SandboxPerson = z.strictObject({
  id: z.string().regex(/^U[A-Z0-9]+$/, 'must be a user ID: U, then capital letters or digits'),
  /** Handle, as in "@alice": letters, digits, dots. */
  name: z.string().regex(/^[\w.-]+$/),
  realName: z.string().min(1),
  /** Default to the first word of the real name, and to the rest. */
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  email: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** Language and country, such as `de-DE`; defaults to `en-US`. */
  locale: z.string().exactOptional(),
  title: z.string().exactOptional(),
  isAdmin: flag,
  isOwner: flag,
  /** A multi-channel guest. */
  isGuest: flag,
  /** A single-channel guest. */
  isUltraGuest: flag,
  isBot: flag,
  isDeleted: flag,
  /** From another workspace, in a shared channel. */
  isStranger: flag,
});
export type SandboxPerson = z.infer<typeof SandboxPerson>;

/** A user group; its id starts with "S". */
export const SandboxUserGroup = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  users: z.array(z.string()),
});
export type SandboxUserGroup = z.infer<typeof SandboxUserGroup>;
