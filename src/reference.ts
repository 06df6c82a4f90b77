import { randomInt } from 'node:crypto';

const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Reference such as `R-7K3QXM2A`: short enough to read out over the phone. With 30^8 values, collisions are
 * practically impossible (and the table's primary key would refuse one).
 */
export function newReference(prefix: 'R' | 'E' | 'F' | 'D' | 'T' | 'P'): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}-${letters.join('')}`;
}
