import { CommandFailed } from '../../commands/terminal.ts';
import { isThere } from '../../database/open.ts';
import { explainPostgresError } from '../../database/unusable.ts';
import { type Operator, openOperator } from '../operator.ts';
import { OperatorError } from '../refusal.ts';
import type { ServiceOptions } from '../service.ts';

/** Settings that the command line uses: all but the log and the clock. */
export type ServiceSettings = Omit<ServiceOptions, 'log' | 'clock'>;

/**
 * Runs one command with an operator and closes it afterwards; errors become sentences. `makes`: whether to create a
 * missing database; a command that only reads must not leave an empty one behind.
 */
export type WithOperator = ReturnType<typeof operatorRunner>;

export function operatorRunner(settings: () => ServiceSettings) {
  return (work: (operator: Operator) => Promise<void>, { makes } = { makes: false }) =>
    withExplanation(async () => {
      const { databaseUrl, timezone, language } = settings();
      if (!makes && !isThere(databaseUrl))
        throw new CommandFailed(`There is no database at ${databaseUrl}. Run "service migrate" first.`);
      const operator = openOperator(databaseUrl, { organization: { timezone, language } });
      await work(operator).finally(() => operator.close());
    });
}

/** Runs `work`, and rethrows its errors as failures that say what to do. */
export async function withExplanation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof OperatorError) throw new CommandFailed(error.message);
    const sentence = networkSentence(error);
    throw sentence === undefined ? explainDatabaseFailure(error) : new CommandFailed(sentence);
  }
}

/** Advice for errors while the service begins to listen, by code. */
const listening = new Map<unknown, string>([
  ['EADDRINUSE', 'Another program listens there: stop it, or set SERVICE_PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such address: correct SERVICE_HOST.'],
  ['EACCES', 'Ports below 1024 are not for everybody: set SERVICE_PORT.'],
]);

function networkSentence({ code, syscall, message }: NodeJS.ErrnoException): string | undefined {
  if (syscall === 'listen')
    return `The service cannot listen (${message}). ${listening.get(code) ?? ''}`.trim();
  if (syscall === 'getaddrinfo')
    return `A host name is not known (${message}). Check SERVICE_DATABASE_URL and SERVICE_HOST.`;
  return undefined;
}

/** SQLite's errors, and PostgreSQL's while tables are inspected, already say what to do and have no code. */
function explainDatabaseFailure(error: NodeJS.ErrnoException): unknown {
  const explained = explainPostgresError(error);
  if (explained !== error || error.code === undefined) return explained;
  return new CommandFailed(`The database cannot be used (${error.message}). Check SERVICE_DATABASE_URL.`);
}

/** Users typed the values, so line breaks and control characters, which a terminal would obey, become spaces. */
export function formatColumns(values: (string | number)[]): string {
  return values.map((value) => String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).join('\t');
}
