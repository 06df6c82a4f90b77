import type { PlainTextOption } from '@slack/types';
import { languages } from '../../../../contract/languages.ts';
import { option } from '../../../slack/views/inputs.ts';

/** The entries of the language menu: what the service says it takes, else what released deployments do. */
export function languageOptions(
  described: readonly { value: string; label: string }[] | undefined,
): PlainTextOption[] {
  if (described && described.length > 0)
    return described.slice(0, 100).map(({ value, label }) => option(label, value));
  return languages.map(({ code, label }) => option(label, code));
}
