import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { decodeUnicode, delimiters, readCsv } from '../../../../csv.ts';
import { printable } from '../../../slack/views/blocks.ts';
import { fieldIn } from './vocabulary.ts';

/** Limits of a file: rows of people, and bytes. */
export const most = { rows: 2_000, bytes: 5 * 1024 ** 2, columns: 60 };

export const Table = z.object({
  delimiter: z.enum(delimiters),
  header: z.array(z.string()),
  /** `number`: the line that a spreadsheet shows. */
  rows: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
});
export type Table = z.infer<typeof Table>;

type Unreadable = 'empty' | 'tooMany' | 'broken';

/** Unicode, else Windows-1252, which includes Latin-1. */
export function decode(bytes: Uint8Array): string {
  return decodeUnicode(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** A workbook (.xlsx, .xls, .ods) isn't text. */
export function isWorkbook([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

/** Rows without a header get the letters of their columns. */
export function readTable(content: string): Table | { trouble: Unreadable } {
  try {
    const read = readCsv(content, (name) => fieldIn(name) !== undefined, most.rows + 2);
    const { delimiter } = read;
    const records = read.records.map(({ number, cells }) => ({ number, cells: cellsOf(cells) }));
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

/** Without the apostrophes that keep a spreadsheet from computing cells. */
export function cellsOf(record: readonly string[]): string[] {
  return record.slice(0, most.columns).map((text) =>
    printable(text)
      .trim()
      .replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ''),
  );
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
