import { CommandFailed } from '../../commands/terminal.ts';
import { DatabaseUnusable } from '../../database/unusable.ts';
import { OperatorError } from '../operator/operator-errors.ts';

/** What the system and the drivers report while the service begins to listen, by code. */
const listening = new Map<unknown, string>([
  ['EADDRINUSE', 'Another program listens there: stop it, or set SERVICE_PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such address: correct SERVICE_HOST.'],
  ['EACCES', 'Ports below 1024 are not for everybody: set SERVICE_PORT.'],
]);

const unreachable = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** @returns a failure that ends with what to do, or the error itself when it is a defect, whose stack is wanted */
export function explainFailure(error: unknown): unknown {
  if (error instanceof OperatorError) return new CommandFailed(error.message);
  // Said where every command's failure is.
  if (error instanceof DatabaseUnusable) return error;
  const sentence = error instanceof Error ? sentenceFor(error) : null;
  return sentence === null ? error : new CommandFailed(sentence);
}

function sentenceFor(error: Error & { code?: unknown; syscall?: unknown }): string | null {
  const { code, syscall, message } = error;
  if (
    unreachable.has(code) ||
    /^Connection terminated|timeout exceeded when trying to connect/.test(message)
  ) {
    return 'The database cannot be reached. Check SERVICE_DATABASE_URL and that the database runs.';
  }
  // Kysely's word for migrations that this program does not have.
  if (message.startsWith('corrupted migrations')) {
    return `The database was made by a newer version (${message}). Run that one, or name another database.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `A host name is not known (${message}). Check SERVICE_DATABASE_URL and SERVICE_HOST.`;
  }
  if (syscall === 'listen')
    return `The service cannot listen (${message}). ${listening.get(code) ?? ''}`.trim();
  return code === undefined ? null : `The database cannot be used (${message}). Check SERVICE_DATABASE_URL.`;
}
