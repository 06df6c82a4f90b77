import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import { words } from './words.ts';

/** How much has to be free, in bytes: what is written first, and a copy of a large database. */
const needed = { little: 100 * 1024 ** 2, much: 500 * 1024 ** 2 };

/** Whether there is room where a file is, or is to be. @param path the database's or the key's */
export function diskCheck(path: string): Check {
  return {
    name: 'disk',
    title: (language) => words[language].disk.title,
    async look() {
      const free = await freeBytes(resolve(path));
      if (free === undefined) return unchecked((language) => words[language].disk.unknown);
      const megabytes = Math.floor(free / 1024 ** 2);
      const found = free < needed.little ? failure : free < needed.much ? warning : ok;
      return found((language) =>
        free < needed.much ? words[language].disk.low(megabytes) : words[language].disk.fine(megabytes),
      );
    },
  };
}

/** How many bytes are free for us where a path is; undefined where the system does not say. */
async function freeBytes(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    // It is not there yet.
    return dirname(path) === path ? undefined : freeBytes(dirname(path));
  }
}
