import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrograms } from './programs.ts';

/** Linux's memory file system. */
const memory = '/dev/shm';
/** Space that the tests' files need, with room to spare, in bytes. A container may have only 64 MB. */
const enough = 2 * 1024 ** 3;

/**
 * Files are kept in memory if there is room: tests kill only processes, which loses no written data, and
 * waiting for the disk at each commit took half of the time.
 */
// biome-ignore lint/style/noDefaultExport: Vitest calls no other one.
export default function prepare(): () => void {
  // Shared between runs; otherwise every process started by a test compiles its modules again.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const before = process.env.TMPDIR;
  const place = hasRoom(memory) ? memory : tmpdir();
  removeLeft(place);
  const folder = mkdtempSync(join(place, `tests-${process.pid}-`));
  process.env.TMPDIR = folder;
  process.env.TEST_PROGRAMS = makePrograms(join(folder, 'programs'));
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > enough;
  } catch {
    return false;
  }
}

/** Removes files left by killed runs, so that they don't fill the memory. */
function removeLeft(place: string): void {
  for (const name of readdirSync(place)) {
    const [, pid] = /^tests-(\d+)-/.exec(name) ?? [];
    if (pid && isGone(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
