import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { Cleanup } from './office.ts';

/**
 * Watches the databases that this process opens, so that the disk below them can be made full: SQLite itself refuses
 * further pages then, as it does on a disk without room (https://sqlite.org/pragma.html#pragma_max_page_count).
 * @returns what fills the disk under the files of this name, and what makes room again
 */
export function watchDisk(cleanup: Cleanup, name: string) {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  cleanup.later(() => opened.mockRestore());

  function limit(pages: (now: number) => number): void {
    const open = new Set(opened.mock.contexts.filter((database) => database instanceof DatabaseSync));
    for (const database of open) {
      if (!database.isOpen || !database.location()?.endsWith(name)) continue;
      const row = database.prepare('pragma page_count').get();
      database.exec(`pragma max_page_count = ${pages(Number(row?.page_count))}`);
    }
  }
  return { fill: () => limit((now) => now), makeRoom: () => limit(() => 1_000_000) };
}

/** For a process of its own: every database in it has room for these pages and no more. */
export function withSmallDisk(pages: number): Record<string, string> {
  const script = `import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      exec.call(this, 'pragma max_page_count = ${pages}');
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
