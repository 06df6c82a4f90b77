import { parse } from 'csv-parse/sync';

/** Longest record, in characters: an unclosed quotation mark would make one of the whole file. */
const longestRecord = 100_000;

export const delimiters = [',', ';', '\t'] as const;

export interface CsvRecord {
  /** Line that it begins in, as a spreadsheet shows it. */
  number: number;
  cells: string[];
}

/** UTF-8, or UTF-16 with or without a byte order mark; undefined for bytes in another encoding. */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const start = bytes.subarray(0, 400);
  const isMostlyZero = (odd: number) =>
    start.filter((byte, at) => byte === 0 && at % 2 === odd).length > start.length / 8;
  if ((first === 0xff && second === 0xfe) || isMostlyZero(1)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || isMostlyZero(0) ? 'utf-16be' : 'utf-8';
}

/**
 * Reads records that have values, separated by commas, semicolons or tabs; a first line `sep=;` is skipped.
 * @param isColumn tells a column that the reader knows by its name, to find the delimiter
 * @param most number of records to read: short ones take a hundred times their size in memory
 * @throws CsvError for an unclosed quotation mark
 */
export function readCsv(content: string, isColumn: (name: string) => boolean, most: number) {
  const text = content.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const scores = delimiters.map((delimiter) => scoreOf(text, delimiter, isColumn));
  const delimiter = delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
  return { delimiter, records: recordsIn(text, delimiter, most) };
}

/** Prefers the delimiter with the most known columns in the first line, then the one with the most columns. */
function scoreOf(text: string, delimiter: string, isColumn: (name: string) => boolean): number {
  try {
    const [{ cells } = { cells: [] }] = recordsIn(text, delimiter, 1);
    return cells.filter(isColumn).length * 1_000 + cells.length;
  } catch {
    // Another separator within quotes.
    return 0;
  }
}

/** Reads at most `to` records that have values. @throws CsvError for an unclosed quotation mark */
export function recordsIn(text: string, delimiter: string, to: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  parse(text, {
    ...{ delimiter, to, trim: true, relax_column_count: true, relax_quotes: true },
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true, max_record_size: longestRecord },
    on_record(cells: string[], { lines }) {
      records.push({ number: lines - (cells.join('').split('\n').length - 1), cells });
    },
  });
  return records;
}
