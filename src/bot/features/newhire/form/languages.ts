import { languages } from '../../../../contract/languages.ts';
import { type Entry, option } from '../../../slack/views/inputs.ts';
import type { Offered } from './offered.ts';

/** The entries of the language menu: what the service says it takes, else what released deployments do. */
export function languageOptions({ snapshot }: Offered): Entry[] {
  const described = snapshot?.description.languages ?? [];
  if (described.length > 0) return described.slice(0, 100).map(({ value, label }) => option(label, value));
  return languages.map(({ code, label }) => option(label, code));
}
