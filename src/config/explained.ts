import { z } from 'zod';
import { everyVariable } from './config.ts';

/** Explanation of a variable, as its schema's `meta`. */
const Explained = z.object({
  /** A sentence without its full stop, with code in backticks. */
  meaning: z.string(),
  /** Where it isn't the schema's default. */
  otherwise: z.string().optional(),
  isSecret: z.boolean().default(false),
});

export function variables() {
  return Object.entries<z.ZodType>(everyVariable).map(([name, schema]) => {
    const explained = Explained.parse(schema.meta());
    return { name, otherwise: withoutIt(schema.safeParse(undefined)), ...explained };
  });
}

function withoutIt(read: z.ZodSafeParseResult<unknown>): string {
  if (!read.success) return 'required';
  const { data } = read;
  if (data === false) return 'off';
  return isNothing(data) ? 'none' : `\`${data}\``;
}

function isNothing(data: unknown): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0;
  return data === undefined || data === '';
}
