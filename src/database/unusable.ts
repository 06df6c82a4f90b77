import { dirname } from 'node:path';
import { isDatabaseAway } from './postgres/away.ts';

export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}

interface Coded extends Error {
  errcode?: unknown;
  code?: unknown;
}

/** Advice by SQLite's primary result code (https://sqlite.org/rescode.html). */
const sqliteAdvice: Record<number, (path: string) => string> = {
  3: noAccess,
  5: inUse,
  6: inUse,
  8: noAccess,
  10: (path) => `The database ${path} can't be read or written. Check its disk, then try again.`,
  11: (path) => damaged(path).message,
  13: diskFull,
  14: noAccess,
  23: noAccess,
  26: (path) =>
    `The file ${path} isn't a database. Check the address, or move the file away and put a backup in its place.`,
};

/** Advice by system error code (https://nodejs.org/api/errors.html#common-system-errors). */
const fileAdvice: Record<string, (path: string) => string> = {
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOENT: noAccess,
  ENOTDIR: noFolder,
  EISDIR: (path) => `${path} is a folder. Name a file in it instead.`,
  EEXIST: noFolder,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EIO: (path) => `${path} can't be read or written. Check its disk, then try again.`,
};

export function damaged(path: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database ${path} is damaged. Stop everything that uses it, keep the file, and put a backup in its place. ` +
      `Without a backup, save what can be read: sqlite3 ${path} .recover`,
  );
}

/** @returns the error with advice, or the error itself if it isn't about the file */
export function explainFileError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnusable) return error;
  const { errcode, code }: Coded = error;
  const advice = typeof errcode === 'number' ? sqliteAdvice[errcode & 0xff] : fileAdvice[String(code)];
  return advice ? new DatabaseUnusable(advice(path), { cause: error }) : error;
}

/** Runs work with a file. @throws its error, explained by `explainFileError` */
export function explaining<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainFileError(error, path);
  }
}

function noAccess(path: string): string {
  return (
    `${path} can't be opened or written. Check that the folder ${dirname(path)} exists, and that the user who runs ` +
    'Frontdesk may read and write both.'
  );
}

function inUse(path: string): string {
  return `Another program is using the database ${path}. Stop it, then try again.`;
}

function noFolder(path: string): string {
  return `The folder ${dirname(path)} is a file, so there's no room for ${path}. Check the address.`;
}

function diskFull(path: string): string {
  return `The disk that holds ${path} is full. Make room, then try again. What was stored before is still there.`;
}

const unreachable =
  "The PostgreSQL database can't be reached. Check that it runs, and the host and port in the address.";

/** Advice by PostgreSQL error code (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const postgresAdvice: Record<string, string> = {
  '57P03': 'The PostgreSQL database is starting up or shutting down. Try again in a moment.',
  '53300': 'The PostgreSQL database has no free connection. Allow more, or end some that are not needed.',
  '28P01': 'PostgreSQL refuses the password. Correct user and password in the address.',
  '28000': 'PostgreSQL refuses this user. Correct the address, or let the user in (pg_hba.conf).',
  '3D000': 'PostgreSQL has no database of this name. Make it (createdb), or correct the address.',
  '42501':
    'The PostgreSQL user may not do that. Make it the owner of the database, or grant it the right to create tables.',
  '53100': 'The disk of the PostgreSQL database is full. Make room, then try again.',
  '25006': 'The PostgreSQL database is read-only. Name the primary in the address, not a replica.',
};

/** @returns the error with advice, or the error itself if there is none */
export function explainPostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnusable) return error;
  const { code }: Coded = error;
  const advice = postgresAdvice[String(code)] ?? (isDatabaseAway(error) ? unreachable : undefined);
  if (advice === undefined) return error;
  const which = typeof code === 'string' ? ` (${code})` : '';
  return new DatabaseUnusable(`${advice}${which}`, { cause: error });
}

/** Error for a database with a migration that this version doesn't know. */
export function madeByAnother(migration: string): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database was made by a newer version, or by another program (${migration}). Run that version, put back a ` +
      'backup from before it, or name another database.',
  );
}
