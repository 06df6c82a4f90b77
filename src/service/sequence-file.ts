import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { SequenceKind } from '../contract/sequence.ts';
import { CommandFailed } from '../terminal.ts';
import type { NewSequence } from './sequences.ts';

const Task = z.object({
  day: z.coerce.number().int().min(-3650).max(3650),
  owner: z.enum(['hire', 'manager', 'buddy', 'hr']),
  text: z.string().trim().min(1).max(1000),
});

/** The longest name of a sequence in released deployments. */
const Name = z.string().trim().min(1).max(240);

const Sequences = z
  .array(z.object({ name: Name, kind: SequenceKind, tasks: z.array(Task).default([]) }))
  .min(1);

/** One line of a CSV is one task; lines with the same sequence and kind belong together. */
const Lines = z.array(Task.extend({ sequence: Name, kind: SequenceKind })).min(1);

/**
 * Reads sequences from a file. YAML: a list of `name`, `kind` and `tasks` with `day`, `owner`, `text`.
 * CSV: one task per line under the head `sequence,kind,day,owner,text`.
 * @throws CommandFailed that names every wrong place
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

/** Counted from one, as people count. */
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
