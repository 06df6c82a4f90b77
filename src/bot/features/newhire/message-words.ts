import type { Prefill } from './form.ts';
import { prefillOf, takeFacts, unescaped } from './words.ts';

/** A word that begins with a capital, as names do; also of scripts that have none. */
const capitalized = "[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’.-]*";
const particle = '(?:van|von|de|der|den|da|di|du|la|le|el|al|bin|ten|ter|dos|del)';
const nameRun = new RegExp(`${capitalized}(?: ${particle})*(?: ${capitalized}(?: ${particle})*)+`, 'gu');

/** Words with a capital that begin sentences, and names of days and months. */
const noNames =
  /^(hi|hello|hey|dear|please|thanks|thank|new|hire|welcome|start|starts|starting|we|our|her|his|their|she|he|they|the|a|on|from|to|as|with|team|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|mr|mrs|ms|dr)\.?$/i;

/**
 * Reads name, address and start day out of a message that somebody wrote for people.
 * The name: behind "Name:", else the words that the address is made of, else the first that looks like one.
 */
export function readMessage(text: string): Prefill {
  const { email, day, rest } = takeFacts(unescaped(text).replaceAll(/[*_~`]/g, ' '));
  const [first, ...last] = nameIn(rest, email).split(/\s+/);
  return prefillOf({ first, last: last.join(' '), email, day });
}

function nameIn(text: string, email: string | undefined): string {
  const [, labelled] = /\bname\s*[:=–-]\s*([^\n,;|(]+)/i.exec(text) ?? [];
  if (labelled !== undefined) return labelled.trim();
  const runs = [...text.matchAll(nameRun)].map(([run]) => trimmed(run)).filter((run) => run.includes(' '));
  const parts = partsOf(email);
  const ofAddress = runs.find((run) => parts.some((part) => run.toLowerCase().includes(part)));
  return ofAddress ?? runs[0] ?? parts.map(withCapital).join(' ');
}

/** Without the words around it that are no part of a name: "Welcome Jane Doe", "Jane Doe Monday". */
function trimmed(run: string): string {
  const words = run.split(' ');
  while (words[0] !== undefined && noNames.test(words[0])) words.shift();
  while (words.length > 0 && noNames.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ').replace(/[.’']+$/, '');
}

/** `jane.doe@acme.com` is made of "jane" and "doe". */
function partsOf(email = ''): string[] {
  const [local = ''] = email.toLowerCase().split('@');
  return local.split(/[._-]/).filter((part) => /^\p{L}{2,}$/u.test(part));
}

function withCapital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
