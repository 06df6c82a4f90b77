import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { CommandFailed } from '../../commands/terminal.ts';
import { SequenceKind, sequenceLimits } from '../../contract/sequence.ts';
import { type NewSequence, widest } from '../sequences/sequences.ts';

const farthest = widest.days;
const dayRule = `Give a whole number of days from -${farthest} to ${farthest}; negative is before.`;
const owners = ['hire', 'manager', 'buddy', 'hr'] as const;

/** Accepts YAML's numbers and CSV's digits; empty text isn't a number. */
const Days = z.preprocess(
  (day) => (typeof day === 'string' && /^\s*[+-]?\d+\s*$/.test(day) ? Number(day) : day),
  z.int({ error: dayRule }).min(-farthest, dayRule).max(farthest, dayRule),
);

const taskFields = {
  day: Days,
  owner: z.enum(owners, { error: `Use ${owners.slice(0, -1).join(', ')} or ${owners.at(-1)}.` }),
  text: line('what is to be done', widest.text),
};

const Kind = z.enum(SequenceKind.options, { error: `Use ${SequenceKind.options.join(' or ')}.` });

/** Name of a sequence, limited in length as in released deployments. */
export const SequenceName = line('the name of the sequence', sequenceLimits.name);

const noSequences = 'There are no sequences in it. It is a list of name, kind and tasks.';

/** Unknown keys are refused: a mistyped `tasks` would create an empty sequence. */
const Sequences = z
  .array(
    z.strictObject({
      name: SequenceName,
      kind: Kind,
      tasks: z.array(z.strictObject(taskFields), { error: 'Give a list of tasks.' }).default([]),
    }),
    { error: noSequences },
  )
  .min(1, noSequences);

const noLines = 'There are no tasks in it, one a line under the head sequence,kind,day,owner,text.';

/** One task per CSV line; lines with the same sequence and kind belong together. */
const Lines = z.array(z.strictObject({ ...taskFields, sequence: SequenceName, kind: Kind })).min(1, noLines);

function line(what: string, longest: number) {
  const rule = `Give ${what}, at most ${longest} characters.`;
  return z
    .string({ error: rule })
    .trim()
    .min(1, rule)
    .max(longest, rule)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'It holds characters that cannot be stored.',
    );
}

/**
 * YAML: a list of `name`, `kind` and `tasks` with `day`, `owner`, `text`. CSV: one task per line under the
 * header `sequence,kind,day,owner,text`. Throws CommandFailed that names every error.
 */
export function readSequences(path: string, content: string): NewSequence[] {
  if (/\.csv$/i.test(path))
    return gather(check(path, Lines, () => parseCsv(content, { columns: true, bom: true, trim: true })));
  return check(path, Sequences, () => parseYaml(content));
}

function check<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  parse: () => unknown,
): z.output<Schema> {
  let parsed: unknown;
  try {
    parsed = parse();
  } catch (error) {
    throw new CommandFailed(`${path}: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
  const read = schema.safeParse(parsed);
  if (read.success) return read.data;
  const places = read.error.issues.map((issue) => `${path}, ${place(issue.path)}: ${issue.message}`);
  throw new CommandFailed(places.join('\n'));
}

function place(path: PropertyKey[]): string {
  return (
    path.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part))).join(' › ') ||
    'the whole file'
  );
}

function gather(lines: z.output<typeof Lines>): NewSequence[] {
  const sequences = new Map<string, NewSequence>();
  for (const { sequence, kind, ...task } of lines) {
    const key = `${kind} ${sequence}`;
    const found = sequences.get(key) ?? { name: sequence, kind, tasks: [] };
    sequences.set(key, { ...found, tasks: [...found.tasks, task] });
  }
  return [...sequences.values()];
}
