import { CommandFailed } from '../../commands/terminal.ts';
import { explainPostgresError } from '../../database/unusable.ts';
import { OperatorError } from '../operator-errors.ts';

/** What the system reports while the service begins to listen, by code. */
const listening = new Map<unknown, string>([
  ['EADDRINUSE', 'Another program listens there: stop it, or set SERVICE_PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such address: correct SERVICE_HOST.'],
  ['EACCES', 'Ports below 1024 are not for everybody: set SERVICE_PORT.'],
]);

/** An error of the system or of a driver. */
interface Coded extends Error {
  code?: unknown;
  syscall?: unknown;
}

/** @returns a failure that ends with what to do, or the error itself when it is a defect, whose stack is wanted */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof OperatorError) return new CommandFailed(error.message);
  const sentence = networkSentence(error);
  return sentence === undefined ? explainDatabaseFailure(error) : new CommandFailed(sentence);
}

function networkSentence({ code, syscall, message }: Coded): string | undefined {
  if (syscall === 'listen')
    return `The service cannot listen (${message}). ${listening.get(code) ?? ''}`.trim();
  if (syscall === 'getaddrinfo')
    return `A host name is not known (${message}). Check SERVICE_DATABASE_URL and SERVICE_HOST.`;
  return undefined;
}

/** What SQLite reports, and PostgreSQL while the tables are looked at, says what to do already and has no code. */
function explainDatabaseFailure(error: Coded): unknown {
  const explained = explainPostgresError(error);
  if (explained !== error || error.code === undefined) return explained;
  return new CommandFailed(`The database cannot be used (${error.message}). Check SERVICE_DATABASE_URL.`);
}
