import { z } from 'zod';

const flag = z.boolean().exactOptional();

/** A person, as the one who starts the sandbox describes them. */
export const SandboxPerson = z.strictObject({
  id: z.string().regex(/^U[A-Z0-9]+$/, 'must be a user ID: U, then capital letters or digits'),
  /** The handle, as in "@alice": letters, digits, dots. */
  name: z.string().regex(/^[\w.-]+$/),
  realName: z.string().min(1),
  /** As the profile has them; the first word of the name and the rest of it where nothing is said. */
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  email: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** Their language and country, such as `de-DE`; `en-US` where nothing is said. */
  locale: z.string().exactOptional(),
  /** What they do in the company, as in their profile. */
  title: z.string().exactOptional(),
  isAdmin: flag,
  isOwner: flag,
  /** A multi-channel guest. */
  isGuest: flag,
  /** A single-channel guest. */
  isUltraGuest: flag,
  isBot: flag,
  isDeleted: flag,
  /** From another workspace, met in a shared channel. */
  isStranger: flag,
});
export type SandboxPerson = z.infer<typeof SandboxPerson>;

/** A user group; its id is "S…". */
export const SandboxUserGroup = z.strictObject({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  users: z.array(z.string()),
});
export type SandboxUserGroup = z.infer<typeof SandboxUserGroup>;
