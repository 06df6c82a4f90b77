import { printable } from '../views/blocks.ts';

/** Most characters read of a command or a message. */
export const mostRead = 4_000;

/** Zero-width spaces, which come along when text is copied. */
const invisible = /[\u200B\u2060\uFEFF]/g;

/** Beginning of a text, without invisible characters, and whether it was cut. */
export function bounded(text: string): { text: string; isCut: boolean } {
  return {
    text: printable(text.slice(0, mostRead)).replace(invisible, ''),
    isCut: text.length > mostRead,
  };
}
