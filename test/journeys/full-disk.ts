import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { Cleanup } from './office.ts';

/** SQLite refuses more pages, as on a full disk (https://sqlite.org/pragma.html#pragma_max_page_count). */
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

export function withSmallDisk(pages: number): Record<string, string> {
  const script = `import { DatabaseSync } from 'node:sqlite';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      exec.call(this, 'pragma max_page_count = ${pages}');
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
