import { randomInt } from 'node:crypto';

/** Letters and digits that people do not mistake for each other when they read them out. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A new reference such as `R-7K3QXM2A`: short enough to read out on the telephone, and with 30^8 values
 * never given twice in practice (the table's primary key would refuse it).
 */
export function newReference(prefix: 'R' | 'E' | 'F' | 'D' | 'T' | 'P'): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}-${letters.join('')}`;
}
