import { mistakeInEmail } from '../../../../contract/email.ts';
import { NewHire } from '../../../../contract/new-hire.ts';
import { type FormReader, readForm, unavailable } from '../../../slack/views/inputs.ts';
import { furtherMistakes, mistakes } from '../messages.ts';
import { type FieldId, isFieldId } from './fields.ts';

/** Sentences by field. */
type FieldErrors = Partial<Record<FieldId, string>>;

/** What a submitted form holds: what to send and what messages call it, or what is wrong where. */
export type ReadResult =
  | { ok: true; hire: NewHire; labels: { manager?: string; buddy?: string; sequences: string[] } }
  | { ok: false; errors: FieldErrors };

/**
 * Reads the form back. Everything is checked at once, so that everything wrong is shown at once.
 * @param makesAdministrators whether the service makes nothing else, whatever role is asked for
 */
export function readNewHire(values: unknown, makesAdministrators = false): ReadResult {
  const form = readForm(values);
  const errors: FieldErrors = {
    ...unavailableChoices(form),
    ...templateMistake(form.text('message')),
    ...(getsSequences(form, makesAdministrators) ? {} : sequencesMistake(form)),
  };
  const parsed = NewHire.safeParse(candidate(form));
  for (const issue of parsed.error?.issues ?? []) {
    const [field] = issue.path;
    if (typeof field === 'string' && isFieldId(field)) errors[field] ??= mistakeAt(field, form);
  }
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, hire: parsed.data, labels: labelsOf(form) };
}

function mistakeAt(field: FieldId, form: FormReader): string {
  const isBeforeAt = field === 'email' && mistakeInEmail(form.text('email') ?? '') === 'localPart';
  return isBeforeAt ? furtherMistakes.localPart : mistakes[field];
}

/** The form's contents in the API's shape; empty fields are left out. */
function candidate(form: FormReader): object {
  const texts = ['position', 'phone', 'message', 'start_day'] as const;
  const present = texts.flatMap((id) => (form.text(id) === undefined ? [] : [[id, form.text(id)]]));
  const sequences = form.choices('sequences').map(({ value }) => Number(value));
  return {
    ...Object.fromEntries(present),
    first_name: form.text('first_name') ?? '',
    last_name: form.text('last_name') ?? '',
    email: form.text('email') ?? '',
    role: roleOf(form),
    ...idOf(form, 'manager'),
    ...idOf(form, 'buddy'),
    ...named(form, 'timezone'),
    ...named(form, 'language'),
    // The service refuses a list in which an id stands twice.
    ...(sequences.length > 0 && { sequences: [...new Set(sequences)] }),
  };
}

function roleOf(form: FormReader): number | undefined {
  const role = form.choice('role');
  return role && Number(role.value);
}

/** Whether the service would assign sequences: it does so for new hires alone, and ignores them otherwise. */
export function getsSequences(form: FormReader, makesAdministrators: boolean): boolean {
  return !makesAdministrators && (roleOf(form) ?? 0) === 0;
}

function sequencesMistake(form: FormReader): FieldErrors {
  return form.choices('sequences').length > 0 ? { sequences: furtherMistakes.sequencesForRole } : {};
}

function idOf(form: FormReader, id: 'manager' | 'buddy') {
  const choice = form.choice(id);
  return choice && { [id]: Number(choice.value) };
}

function named(form: FormReader, id: 'timezone' | 'language') {
  const choice = form.choice(id);
  return choice && { [id]: choice.value };
}

function unavailableChoices(form: FormReader): FieldErrors {
  const errors: FieldErrors = {};
  for (const id of ['manager', 'buddy', 'timezone'] as const) {
    if (form.choice(id)?.value === unavailable) errors[id] = furtherMistakes.unavailable;
  }
  if (form.choices('sequences').some(({ value }) => value === unavailable))
    errors.sequences = furtherMistakes.unavailable;
  return errors;
}

/**
 * Released deployments render the message as a template: a tag such as `{% x %}` would stop the introduction
 * of every new hire, not only of this one.
 */
function templateMistake(message = ''): FieldErrors {
  const allowed = message.replaceAll(/\{\{\s*[a-z_]+\s*\}\}/g, '');
  return /\{%|%\}|\{#|\{\{|\}\}/.test(allowed) ? { message: furtherMistakes.template } : {};
}

function labelsOf(form: FormReader) {
  const manager = form.choice('manager')?.label;
  const buddy = form.choice('buddy')?.label;
  return {
    ...(manager !== undefined && { manager }),
    ...(buddy !== undefined && { buddy }),
    sequences: form.choices('sequences').map(({ label }) => label),
  };
}
