import { z } from 'zod';
import { everyVariable, secrets } from './config.ts';

/** Explanation of a variable, as its schema's `meta`. */
const Explained = z.object({
  /** A sentence without its full stop, with code in backticks. */
  meaning: z.string(),
  /** Where it isn't the schema's default. */
  otherwise: z.string().optional(),
});

export function variables(): { name: string; isSecret: boolean; meaning: string; otherwise: string }[] {
  return Object.entries<z.ZodType>(everyVariable).map(([name, schema]) => {
    const { meaning, otherwise } = Explained.parse(schema.meta());
    return {
      name,
      isSecret: (secrets as readonly string[]).includes(name),
      meaning,
      otherwise: otherwise ?? withoutIt(schema.safeParse(undefined)),
    };
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
