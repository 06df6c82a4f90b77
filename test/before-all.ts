import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrograms } from './programs.ts';

/** Where Linux keeps files in memory alone. */
const memory = '/dev/shm';
/** A container may have 64 MB of it; all that the tests keep at a time takes a part of this, in bytes. */
const enough = 2 * 1024 ** 3;

/**
 * What the tests need of the machine, made before the first of them: Vitest calls it, and what it returns at the end.
 * Their files are kept in memory where there is room: what tests kill is a process, which loses nothing that it wrote,
 * and waiting for a disk at each commit took half of their time.
 */
// biome-ignore lint/style/noDefaultExport: Vitest calls no other one.
export default function prepare(): () => void {
  // Between runs, too: every process that a test starts would compile its modules anew.
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

/** What runs left that were killed: memory is not to fill up with it. */
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
