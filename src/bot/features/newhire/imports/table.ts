import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { printable } from '../../../slack/views/blocks.ts';
import { fieldIn } from './vocabulary.ts';

/** Limits of a file: rows of people, and bytes. */
export const most = { rows: 2_000, bytes: 5 * 1024 ** 2, columns: 60 };

/** Longest record, in characters: an unclosed quotation mark would make one of the whole file. */
const longestRecord = 100_000;

const delimiters = [',', ';', '\t'] as const;

export const Table = z.object({
  delimiter: z.enum(delimiters),
  header: z.array(z.string()),
  /** `number`: the line that a spreadsheet shows. */
  rows: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
});
export type Table = z.infer<typeof Table>;

type Unreadable = 'empty' | 'tooMany' | 'broken';

/** UTF-8, UTF-16 with or without a byte order mark, else Windows-1252, which includes Latin-1. */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return textIn('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return textIn('utf-16be', bytes);
  const start = bytes.subarray(0, 400);
  const zeros = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > start.length / 8) return textIn('utf-16le', bytes);
  if (zeros(0) > start.length / 8) return textIn('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return textIn('windows-1252', bytes);
  }
}

function textIn(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** A workbook (.xlsx, .xls, .ods) isn't text. */
export function isWorkbook([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

/**
 * Reads comma, semicolon or tab separated rows; a line `sep=;` is skipped. Rows without a header get the letters of
 * their columns.
 */
export function readTable(content: string): Table | { trouble: Unreadable } {
  const text = content.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  try {
    const delimiter = delimiterOf(text);
    const records = recordsIn(text, delimiter, most.rows + 2);
    const [head, ...rest] = records;
    if (!head) return { trouble: 'empty' };
    const isNamed = head.cells.some((cell) => fieldIn(cell)) || !head.cells.some(isAddress);
    const width = Math.max(...records.map(({ cells }) => cells.length));
    const letters = Array.from({ length: width }, (_, at) => letterOf(at));
    const header = letters.map((letter, at) => (isNamed && head.cells[at]) || letter);
    const rows = isNamed ? rest : records;
    if (rows.length === 0) return { trouble: 'empty' };
    return rows.length > most.rows ? { trouble: 'tooMany' } : { delimiter, header, rows };
  } catch {
    return { trouble: 'broken' };
  }
}

/** Rows with their numbers in front, as many as fit into `most` characters. */
export function writeNumbered({ delimiter, header, rows }: Table, first: string, most: number): string {
  let text = '';
  for (const { number, cells } of [{ number: first, cells: header }, ...rows]) {
    const line = stringify([[number, ...cells]], { delimiter });
    if (text.length + line.length > most) break;
    text += line;
  }
  return text;
}

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** `number`: the line of the text. @throws CsvError for an unclosed quotation mark */
export function recordsIn(text: string, delimiter: string, to: number) {
  const options = {
    bom: true,
    trim: true,
    info: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
  };
  const skipped = { skip_empty_lines: true, skip_records_with_empty_values: true };
  const records = Records.parse(parse(text, { ...options, ...skipped, max_record_size: longestRecord, to }));
  return records.map(({ record, info }) => ({
    number: info.lines - (record.join('').split('\n').length - 1),
    cells: record.slice(0, most.columns).map(cellOf),
  }));
}

/** Without the apostrophe that keeps a spreadsheet from computing the cell. */
function cellOf(text: string): string {
  return printable(text)
    .trim()
    .replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '');
}

/** Picks the delimiter with the most known columns in the first line, then the most columns. */
function delimiterOf(text: string): string & Table['delimiter'] {
  return delimiters.reduce((best, each) => (scoreOf(text, each) > scoreOf(text, best) ? each : best));
}

function scoreOf(text: string, delimiter: string): number {
  try {
    const [head = { cells: [] }] = recordsIn(text, delimiter, 1);
    return head.cells.filter((cell) => fieldIn(cell)).length * 1_000 + head.cells.length;
  } catch {
    // Another separator within quotes.
    return 0;
  }
}

function isAddress(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(cell);
}

/** A to Z, AA and so on. */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}

/**
 * CSV for a spreadsheet, with commas for pasted rows. A cell that it would compute gets a leading apostrophe (OWASP,
 * “CSV injection”).
 */
export function writeTable({ delimiter: read, header, rows }: Table): string {
  const delimiter = read === '\t' ? ',' : read;
  const lines = [header, ...rows.map(({ cells }) => cells)];
  return stringify(lines, { delimiter, bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
