import { stringify } from 'csv-stringify/sync';
import { type AuditLine, auditColumns } from '../../bot/ledger/audit/audit.ts';

export const csvHeader = csvLine(auditColumns);

/** One audit line as CSV, safe to open in a spreadsheet. */
export function csvOf(line: AuditLine): string {
  return csvLine(
    auditColumns.map((column) => (column === 'detail' ? flat(line.detail) : line[column])).map(neutral),
  );
}

function csvLine(values: readonly string[]): string {
  return stringify([values], { eof: false });
}

/** An object as readable text: `status: 400, fields: email start_day`. */
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

/** Start of a field, after any separator a spreadsheet may use, followed by a character that starts a formula. */
const formula = /(^|[;,|])([\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * Neutralizes values that a spreadsheet would run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). Where the list separator is a semicolon, as in much of
 * Europe, quotes inside a line mean nothing and each semicolon or line break starts a field. Spaces and quotes before
 * the sign don't help.
 */
function neutral(value: string): string {
  return value.replace(lineBreaks, ' ').replace(formula, "$1'$2");
}
