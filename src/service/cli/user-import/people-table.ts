import { parse } from 'csv-parse/sync';
import { CommandFailed } from '../../../commands/terminal.ts';
import { type Column, columnOf } from './columns.ts';

/** One line below the header: the values of known columns, without empty ones. */
export interface Line {
  /** Line number in the file; the first one of a record with line breaks. */
  number: number;
  values: Partial<Record<Column, string>>;
}

export interface PeopleTable {
  lines: Line[];
  ignored: string[];
}

interface RawRecord {
  record: string[];
  info: { lines: number };
}

/** Limit of people per file. */
export const mostPeople = 50_000;

/** Longest record, in characters: an unclosed quotation mark would make one of the whole file. */
const longestRecord = 100_000;

/**
 * Parses a table whose first line names its columns, separated by commas, semicolons or tabs. Reads at most one
 * person more than allowed: short lines take a hundred times the file's size in memory.
 * @throws CommandFailed for problems with the file as a whole
 */
export function parsePeople(content: string): PeopleTable {
  const [head, ...rows] = parseRecords(content, delimiterOf(content));
  if (!head) throw new CommandFailed('The file is empty. Its first line has to name the columns.');
  const names = head.record;
  const columns = names.map(columnOf);
  refuseColumns(names, columns);
  return {
    lines: rows.map((row) => lineOf(row, columns)),
    ignored: names.filter((name, at) => columns[at] === undefined && name !== ''),
  };
}

function lineOf({ record, info }: RawRecord, columns: (Column | undefined)[]): Line {
  const values: Line['values'] = {};
  for (const [at, column] of columns.entries()) {
    const value = record[at];
    if (column !== undefined && value) values[column] = value;
  }
  const breaks = record.join('').split('\n').length - 1;
  return { number: info.lines - breaks, values };
}

function parseRecords(content: string, delimiter: string): RawRecord[] {
  try {
    return parse(content, {
      ...{ bom: true, trim: true, info: true, delimiter, relax_column_count: true },
      ...{ skip_empty_lines: true, skip_records_with_empty_values: true, max_record_size: longestRecord },
      // The header, and one more than allowed.
      to: mostPeople + 2,
    }) as unknown as RawRecord[];
  } catch (error) {
    throw new CommandFailed(error instanceof Error ? `${error.message}.` : 'The file cannot be read.');
  }
}

/** Picks the delimiter that yields the most known column names in the first line. */
function delimiterOf(content: string): string {
  const [head = ''] = content.replace(/^\uFEFF?\s*/, '').split(/\r\n?|\n/, 1);
  const known = (delimiter: string) => head.split(delimiter).filter((name) => columnOf(name)).length;
  return [',', ';', '\t'].reduce((best, each) => (known(each) > known(best) ? each : best));
}

const needed = ['first_name', 'last_name', 'email'] as const;

/** @throws CommandFailed when a column is missing or duplicated */
function refuseColumns(names: readonly string[], columns: (Column | undefined)[]): void {
  const missing = needed.filter((column) => !columns.includes(column));
  const wrong = missing.map((column) => `There is no column ${column}.`);
  for (const [column, those] of Map.groupBy(names, (_name, at) => columns[at]))
    if (column !== undefined && those.length > 1)
      wrong.push(`Several columns are the ${column}: ${those.join(', ')}. Keep one of them.`);
  if (wrong.length === 0) return;
  const advice =
    'The first line names the columns: first_name, last_name and email, and where you have them position, phone, ' +
    'role, timezone and language.';
  throw new CommandFailed([...wrong, ...(missing.length > 0 ? [advice] : [])].join('\n'));
}
