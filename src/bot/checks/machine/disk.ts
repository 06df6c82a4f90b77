import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Check, failure, ok, unchecked, warning } from '../check.ts';
import { words } from './words.ts';

/** Required free space, in bytes: for new data, and for a copy of a large database. */
const needed = { little: 100 * 1024 ** 2, much: 500 * 1024 ** 2 };

/**
 * Checks the free space where a file is, or will be.
 * @param path of the database or the key
 */
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

async function freeBytes(path: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return dirname(path) === path ? undefined : freeBytes(dirname(path));
  }
}
