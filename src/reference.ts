import { randomInt } from 'node:crypto';

/** Characters that aren't mistaken for each other when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A new random reference such as `R-7K3QXM2A`: short enough to read out over the phone. With 30^8 values, collisions
 * are practically impossible (and the table's primary key would refuse one).
 */
export function newReference(prefix: 'R' | 'E' | 'F' | 'D' | 'T' | 'P'): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}-${letters.join('')}`;
}
