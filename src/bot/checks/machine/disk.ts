import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import { say } from './messages.ts';

/** Required free space, in bytes: for new data, and for a copy of a large database. */
const needed = { little: 100 * 1024 ** 2, much: 500 * 1024 ** 2 };

/**
 * Checks the free space where a file is, or will be.
 * @param path of the database or the key
 */
export function diskCheck(path: string): Check {
  return {
    name: 'disk',
    title: () => say().disk.title,
    async look() {
      const free = await freeBytes(resolve(path));
      if (free === undefined) return unchecked(() => say().disk.unknown);
      const megabytes = Math.floor(free / 1024 ** 2);
      const found = free < needed.little ? failure : free < needed.much ? warning : ok;
      return found(() => (free < needed.much ? say().disk.low(megabytes) : say().disk.fine(megabytes)));
    },
  };
}

async function freeBytes(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return dirname(path) === path ? undefined : freeBytes(dirname(path));
  }
}
