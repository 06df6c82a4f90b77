import { printable } from '../views/blocks.ts';

/** The most characters of a command or a message that are read: names, an address and a day stand in fewer. */
export const mostRead = 4_000;

/** Spaces without a width, which come along when something is copied. */
const invisible = /[\u200B\u2060\uFEFF]/g;

/** The beginning of a text, without what nobody sees, and whether there is more of it. */
export function bounded(text: string): { text: string; isCut: boolean } {
  return {
    text: printable(text.slice(0, mostRead)).replace(invisible, ''),
    isCut: text.length > mostRead,
  };
}
