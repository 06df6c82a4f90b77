import { Command, InvalidArgumentError, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type AuditFilter, type AuditLine, auditColumns, auditLines } from './bot/ledger/audit.ts';
import { readStorageConfig } from './config.ts';
import { openBotDatabase } from './start.ts';
import type { Terminal } from './terminal.ts';

interface Options extends AuditFilter {
  format: 'csv' | 'jsonl';
}

/** `audit export`: every step of every request, by whom and when. */
export function auditCommand(terminal: Terminal, readFile: (path: string) => string): Command {
  const audit = new Command('audit').description('what was done, by whom and when');
  audit
    .command('export')
    .description('print every step of every request, oldest first, to standard output')
    .addOption(
      new Option('--format <format>', 'csv, or one JSON object a line')
        .choices(['csv', 'jsonl'])
        .default('csv'),
    )
    .option('--since <time>', 'from this day or instant on, e.g. 2026-01-01 or 2026-01-01T08:00:00Z', instant)
    .option('--until <time>', 'up to this day or instant, which is left out', instant)
    .option('--person <who>', 'about or by somebody: an address, an employee’s id, a name, a Slack user id')
    .addOption(new Option('--kind <kind>', 'one kind of requests').choices(['newhire', 'offboarding']))
    .action((options: Options) => exportAudit(options));
  return audit;

  async function exportAudit({ format, ...filter }: Options): Promise<void> {
    const { database } = await openBotDatabase(readStorageConfig(terminal.env, readFile));
    try {
      if (format === 'csv') terminal.print(csvLine(auditColumns));
      for await (const line of auditLines(database, filter))
        terminal.print(format === 'csv' ? csvLine(valuesOf(line)) : JSON.stringify(line));
    } finally {
      await database.close();
    }
  }
}

function valuesOf(line: AuditLine): string[] {
  return auditColumns.map((column) => line[column]);
}

/** What a spreadsheet would take for a formula is marked as text. */
function csvLine(values: readonly string[]): string {
  return stringify([values], { escape_formulas: true, eof: false });
}

/** Days and instants without a zone are in UTC. */
function instant(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(isDay || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError('Use a day such as 2026-01-31, or an instant such as 2026-01-31T08:00:00Z.');
}
