import { z } from 'zod';
import { type FormReader, option, readForm } from '../../../slack/views/inputs.ts';
import type { Prefill } from '../form/form.ts';

const Choice = z.object({ value: z.string(), label: z.string() });

const Text = z.string().optional().catch(undefined);
const OneChoice = Choice.optional().catch(undefined);

/** What a half-filled form holds, as it is kept. A part that cannot be read any more does not take the rest with it. */
export const DraftContent = z.object({
  first_name: Text,
  last_name: Text,
  email: Text,
  start_day: Text,
  role: Text,
  position: Text,
  manager: OneChoice,
  buddy: OneChoice,
  sequences: z.array(Choice).catch([]),
  timezone: OneChoice,
  language: Text,
  phone: Text,
  message: Text,
});
export type DraftContent = z.infer<typeof DraftContent>;

/** Reads everything out of a form, right or wrong. */
export function draftOf(values: unknown): DraftContent {
  const form = readForm(values);
  const texts = ['first_name', 'last_name', 'email', 'start_day', 'position', 'phone', 'message'] as const;
  return {
    ...Object.fromEntries(texts.map((id) => [id, form.text(id)])),
    role: form.choice('role')?.value,
    manager: form.choice('manager'),
    buddy: form.choice('buddy'),
    sequences: form.choices('sequences'),
    timezone: form.choice('timezone'),
    language: form.choice('language')?.value,
  };
}

/** Fills a form with it. */
export function prefillFromDraft(draft: DraftContent): Prefill {
  const { manager, buddy, sequences, timezone, role, ...texts } = draft;
  const entry = (choice: z.infer<typeof Choice> | undefined) => choice && option(choice.label, choice.value);
  return {
    ...texts,
    role: role === undefined ? undefined : Number(role),
    manager: entry(manager),
    buddy: entry(buddy),
    sequences: sequences.map(({ label, value }) => option(label, value)),
    timezone: entry(timezone),
  };
}

/** A prefilled form as if it had been read, so that its warnings stand there from the beginning. */
export function readerOf(prefill: Prefill): FormReader {
  const { manager, buddy, timezone, role, sequences = [], ...texts } = prefill;
  const choices = {
    manager,
    buddy,
    timezone,
    ...(role !== undefined && { role: option('-', String(role)) }),
  };
  const toChoice = ({ text, value }: ReturnType<typeof option>) => ({ value: value ?? '', label: text.text });
  return {
    text: (id) => Object.entries(texts).find(([name]) => name === id)?.[1],
    choice(id) {
      const entry = Object.entries(choices).find(([name]) => name === id)?.[1];
      return entry && toChoice(entry);
    },
    choices: (id) => (id === 'sequences' ? sequences.map(toChoice) : []),
  };
}
