import { isDay } from '../../../dates.ts';
import type { Prefill } from './form.ts';

/** What was written behind the command. */
export type Words = { kind: 'help' } | { kind: 'form'; prefill: Prefill };

/**
 * Reads `Jane Doe jane@acme.com 2026-12-01`: an address, a day, and a name whose first word is the first name.
 * Slack escapes an address as `<mailto:jane@acme.com|jane@acme.com>`.
 */
export function readWords(text: string): Words {
  const plainText = text.replaceAll(/<mailto:([^|>]+)\|[^>]*>/g, '$1').trim();
  if (/^help$/i.test(plainText)) return { kind: 'help' };
  const words = plainText.split(/\s+/).filter(Boolean);
  const email = words.find((word) => word.includes('@'));
  const day = words.find(isDay);
  const [first, ...last] = words.filter((word) => word !== email && word !== day);
  return {
    kind: 'form',
    prefill: {
      ...(first !== undefined && { first_name: first.slice(0, 200) }),
      ...(last.length > 0 && { last_name: last.join(' ').slice(0, 200) }),
      ...(email !== undefined && { email }),
      ...(day !== undefined && { start_day: day }),
    },
  };
}
