import type { AlertBlock } from '@slack/types';
import { explain } from '../../onboarding/explain.ts';
import { say as sayOnboarding } from '../../onboarding/messages.ts';
import { say } from './messages.ts';
import type { Saved } from './submit.ts';

type NotSaved = Extract<Saved, { kind: 'refused' | 'failed' }>;
type Unsure = Extract<Saved, { kind: 'unknown' }>;

/** The reason why nothing was saved: the service's sentence or Frontdesk's. */
export function whyNot(saved: NotSaved): string {
  if (saved.kind === 'failed') return explain(saved.error);
  return sayOnboarding().rejectedElsewhere(saved.problem, () => undefined) ?? '';
}

interface Trouble<Field extends string> {
  /** Errors at the form's fields, if all of them belong to one. */
  errors?: Partial<Record<Field, string>>;
  /** All of it in a sentence, shown above the form. */
  trouble: string;
  level: NonNullable<AlertBlock['level']>;
}

/** Describes a failed save for the user. @param fields form fields by the service's field names */
export function troubleOf<Field extends string>(
  saved: NotSaved | Unsure,
  fields: Readonly<Record<string, Field>>,
): Trouble<Field> {
  const { outcome } = say();
  if (saved.kind === 'unknown') return { trouble: outcome.unknown, level: 'warning' };
  const all = { trouble: outcome.notSaved(whyNot(saved)), level: 'error' } as const;
  if (saved.kind === 'failed') return all;
  const said = Object.entries(saved.problem).map(([name, sentences]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return { field, sentence: sayOnboarding().declined(sentences) };
  });
  if (said.length === 0 || said.some(({ field }) => field === undefined)) return all;
  const errors = Object.fromEntries(said.map(({ field, sentence }) => [field, sentence]));
  return { ...all, errors: errors as Partial<Record<Field, string>> };
}
