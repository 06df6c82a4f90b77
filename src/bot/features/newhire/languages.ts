import type { PlainTextOption } from '@slack/types';
import { option } from '../../slack/inputs.ts';

/** What released deployments take, for a service that does not describe itself. Japanese really is `jp` there. */
const released = [
  { value: 'en', label: 'English' },
  { value: 'nl', label: 'Dutch' },
  { value: 'fr', label: 'French' },
  { value: 'de', label: 'German' },
  { value: 'tr', label: 'Turkish' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'jp', label: 'Japanese' },
  { value: 'es', label: 'Spanish' },
];

/** The entries of the language menu. */
export function languageOptions(
  described: readonly { value: string; label: string }[] | undefined,
): PlainTextOption[] {
  const known = described && described.length > 0 ? described : released;
  return known.slice(0, 100).map(({ value, label }) => option(label, value));
}
