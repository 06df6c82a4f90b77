import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { companions, makePrivate } from './private-file.ts';
import { DatabaseUnusable, damaged, explainFileError, explaining } from './unusable.ts';

/** All pages in one step: a copy in several steps starts over when another connection writes. */
const allPages = 2 ** 31 - 1;

export type CopiedFile = Awaited<ReturnType<typeof copyFile>>;

/**
 * Copies a consistent snapshot, even while the database is written (https://sqlite.org/backup.html). The copy
 * is one file, readable by its owner only, and its integrity is checked. It is deleted unless it was kept.
 */
export async function copyFile(from: string, to: string) {
  const beside = `${to}.part`;
  const discard = () => {
    for (const suffix of companions) rmSync(beside + suffix, { force: true });
  };
  try {
    discard();
    makePrivate(beside);
    await copyPages(from, beside);
    checkPages(beside, from);
    syncFile(beside);
  } catch (error) {
    discard();
    throw explainFileError(error, to);
  }
  const keep = () => {
    renameSync(beside, to);
    syncFile(dirname(to));
  };
  return { path: beside, keep, [Symbol.dispose]: discard };
}

async function copyPages(from: string, to: string): Promise<void> {
  // SQLite would create a missing file.
  if (!existsSync(from)) throw new DatabaseUnusable(`There’s no database at ${from}.`);
  using source = open(from);
  await backup(source, to, { rate: allPages }).catch((error: unknown) => {
    throw explainFileError(error, from);
  });
}

function open(path: string): DatabaseSync {
  return explaining(path, () => {
    const database = new DatabaseSync(path);
    database.exec('pragma busy_timeout = 5000');
    return database;
  });
}

/** Also leaves WAL mode, so that the copy is a single file. */
function checkPages(path: string, from: string): void {
  using database = open(path);
  database.exec('pragma journal_mode = delete');
  const found = database.prepare('pragma integrity_check(1)').get();
  if (Object.values(found ?? {})[0] !== 'ok') throw damaged(from);
}

/** A copy is durable after it and its folder are synced (https://man7.org/linux/man-pages/man2/fsync.2.html). */
function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
