import { z } from 'zod';

/** RFC 5321 allows 64 characters before the @ and 255 after it; the released API accepts 320 in total. */
const longest = 320;

const atom = /^[-!#$%&'*+/=?^_`{}|~0-9a-z.]+$/i;
/** Any printable character in quotes; a quote or backslash must be escaped. */
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
/** Domain label: letters and digits of any script, with hyphens inside. */
const label = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const topLevel = /^(?:[\p{L}\p{M}-]{2,63}|xn--[a-z0-9-]{1,59})$/iu;

type EmailMistake = 'localPart' | 'address';

/**
 * Follows Django's `EmailValidator`: ASCII before the @; after it a domain with a dot, in any script,
 * `localhost`, or an IP address in brackets. Undefined if accepted.
 */
export function mistakeInEmail(text: string): EmailMistake | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1 || text.length > longest) return 'address';
  if (!isDomain(text.slice(at + 1))) return 'address';
  const local = text.slice(0, at);
  if (isLocalPart(local)) return undefined;
  return /[\s<>]/.test(local) ? 'address' : 'localPart';
}

export function isEmailAddress(text: string): boolean {
  return mistakeInEmail(text) === undefined;
}

function isLocalPart(text: string): boolean {
  if (text.startsWith('"')) return quoted.test(text);
  return atom.test(text) && !text.startsWith('.') && !text.endsWith('.') && !text.includes('..');
}

function isDomain(text: string): boolean {
  if (text.toLowerCase() === 'localhost') return true;
  if (text.startsWith('[')) return isLiteral(text);
  const labels = text.split('.');
  const top = labels.at(-1) ?? '';
  const isSound = (part: string) => part.length <= 63 && label.test(part);
  return labels.length > 1 && topLevel.test(top) && labels.every(isSound);
}

/** `[192.0.2.1]` or `[2001:db8::1]`. */
function isLiteral(text: string): boolean {
  if (!/^\[[0-9a-f:.]{2,45}\]$/i.test(text)) return false;
  const inside = text.slice(1, -1);
  if (inside.includes(':')) return URL.canParse(`http://${text}`);
  const parts = inside.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

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
