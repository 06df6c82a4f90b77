import { Command, InvalidArgumentError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type AuditFilter, type AuditLine, auditColumns, auditLines } from '../bot/ledger/audit/audit.ts';
import { readStorageConfig } from '../config/config.ts';
import { isDay } from '../time/dates.ts';
import { ifStored } from './bot-database.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

interface Options extends AuditFilter {
  format: 'csv' | 'jsonl';
}

const kinds = ['newhire', 'offboarding', 'access', 'connection', 'settings'];

export function auditCommand(terminal: Terminal): Command {
  const audit = new Command('audit').description('what was done, by whom and when');
  audit
    .command('export')
    .description('print every step of every request and every change to a setting, oldest first')
    .addOption(
      new Option('--format <format>', 'csv, or one JSON object per line')
        .choices(['csv', 'jsonl'])
        .default('csv'),
    )
    .option('--since <time>', 'from this day or instant on, e.g. 2026-01-01 or 2026-01-01T08:00:00Z', instant)
    .option('--until <time>', 'up to this day or instant, which is left out', instant)
    .option(
      '--person <who>',
      'about or by a person: an email address, an employee id, a name or a Slack user id',
    )
    .addOption(new Option('--kind <kind>', 'only this kind of request or change').choices(kinds))
    .action((options: Options) => exportAudit(options));
  return audit;

  async function exportAudit({ format, ...filter }: Options): Promise<void> {
    const config = readStorageConfig(terminal.env, terminal.readFile);
    const isDone = await ifStored(config, async ({ database }) => {
      if (format === 'csv') await terminal.printInTurn(csvHeader);
      for await (const line of auditLines(database, filter))
        await terminal.printInTurn(format === 'csv' ? csvOf(line) : JSON.stringify(line));
      return true;
    });
    if (!isDone)
      throw new CommandFailed(`There’s no database at ${config.DATABASE_URL}. Nothing was exported.`);
  }
}

/** Times without a zone are read as UTC. */
function instant(text: string): Date {
  const date = new Date(isDay(text) || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  // `Date` would roll a nonexistent day, such as 31 February, over into the next month.
  if (isDay(text.slice(0, 10)) && !Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('Use a day such as 2026-01-31, or an instant such as 2026-01-31T08:00:00Z.');
}

const csvHeader = csvLine(auditColumns);

/** One audit line as CSV, safe to open in a spreadsheet. */
export function csvOf(line: AuditLine): string {
  return csvLine(
    auditColumns.map((column) => (column === 'detail' ? flat(line.detail) : line[column])).map(neutral),
  );
}

function csvLine(values: readonly string[]): string {
  return stringify([values], { eof: false });
}

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
 * (https://owasp.org/www-community/attacks/CSV_Injection). Where the list separator is a semicolon, each
 * semicolon or line break starts a field.
 */
function neutral(value: string): string {
  return value.replace(lineBreaks, ' ').replace(formula, "$1'$2");
}
