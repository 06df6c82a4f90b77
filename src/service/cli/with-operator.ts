import { CommandFailed } from '../../commands/terminal.ts';
import { isThere } from '../../database/open.ts';
import { explainPostgresError } from '../../database/unusable.ts';
import { type Operator, openOperator } from '../operator.ts';
import { NoDatabase, OperatorError } from '../operator-errors.ts';
import type { ServiceOptions } from '../service.ts';

/** What the command line knows of the service: everything but the log and the clock. */
export type ServiceSettings = Omit<ServiceOptions, 'log' | 'clock'>;

/** Runs one command with an operator, which is closed afterwards; what goes wrong becomes a sentence. */
export type WithOperator = (
  work: (operator: Operator) => Promise<void>,
  /** Whether the database is made where there is none: a command that only looks leaves no empty one behind. */
  how?: { makes: boolean },
) => Promise<void>;

/** @param settings read when a command runs */
export function operatorRunner(settings: () => ServiceSettings): WithOperator {
  return (work, { makes } = { makes: false }) =>
    withExplanation(async () => {
      const { databaseUrl, timezone, language } = settings();
      if (!makes && !isThere(databaseUrl)) throw new NoDatabase(databaseUrl);
      const operator = openOperator(databaseUrl, { organization: { timezone, language } });
      await work(operator).finally(() => operator.close());
    });
}

/** @throws what the work throws, as a failure that ends with what to do */
export async function withExplanation<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainFailure(error);
  }
}

/** What the system reports while the service begins to listen, by code. */
const listening = new Map<unknown, string>([
  ['EADDRINUSE', 'Another program listens there: stop it, or set SERVICE_PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such address: correct SERVICE_HOST.'],
  ['EACCES', 'Ports below 1024 are not for everybody: set SERVICE_PORT.'],
]);

/** @returns a failure that ends with what to do, or the error itself when it is a defect, whose stack is wanted */
function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof OperatorError) return new CommandFailed(error.message);
  const sentence = networkSentence(error);
  return sentence === undefined ? explainDatabaseFailure(error) : new CommandFailed(sentence);
}

function networkSentence({ code, syscall, message }: NodeJS.ErrnoException): string | undefined {
  if (syscall === 'listen')
    return `The service cannot listen (${message}). ${listening.get(code) ?? ''}`.trim();
  if (syscall === 'getaddrinfo')
    return `A host name is not known (${message}). Check SERVICE_DATABASE_URL and SERVICE_HOST.`;
  return undefined;
}

/** What SQLite reports, and PostgreSQL while the tables are looked at, says what to do already and has no code. */
function explainDatabaseFailure(error: NodeJS.ErrnoException): unknown {
  const explained = explainPostgresError(error);
  if (explained !== error || error.code === undefined) return explained;
  return new CommandFailed(`The database cannot be used (${error.message}). Check SERVICE_DATABASE_URL.`);
}
