import { stringify } from 'csv-stringify/sync';
import { type AuditLine, auditColumns } from '../../bot/ledger/audit/audit.ts';

/** The columns' names, as a line of CSV. */
export const csvHeader = csvLine(auditColumns);

/** One line of CSV, to be opened in any spreadsheet. */
export function csvOf(line: AuditLine): string {
  return csvLine(
    auditColumns.map((column) => (column === 'detail' ? flat(line.detail) : line[column])).map(neutral),
  );
}

function csvLine(values: readonly string[]): string {
  return stringify([values], { eof: false });
}

/** An object as people read it: `status: 400, fields: email start_day`. */
function flat(detail: unknown, name = ''): string {
  if (detail === null || detail === undefined) return name === '' ? '' : `${name}: none`;
  if (typeof detail !== 'object') return `${name}: ${detail}`;
  if (Array.isArray(detail)) return `${name}: ${detail.join(' ') || 'none'}`;
  const within = name === '' ? '' : `${name} `;
  return Object.entries(detail)
    .map(([key, value]) => flat(value, `${within}${key}`))
    .join(', ');
}

const lineBreaks = /[\r\n\t\v\f\u0085\u2028\u2029]+/g;

/** The start of a field, wherever a spreadsheet may see one, and what it takes for the start of a formula. */
const formula = /(^|[;,|])([\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * Takes the meaning out of what a spreadsheet would take for a formula (https://owasp.org/www-community/attacks/CSV_Injection).
 * Where a list's separator is a semicolon, as in much of Europe, quotes inside a line mean nothing and each semicolon
 * begins a field; so does each line break, and spaces and quotes before the sign do not help.
 */
function neutral(value: string): string {
  return value.replace(lineBreaks, ' ').replace(formula, "$1'$2");
}
