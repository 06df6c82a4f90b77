import { z } from 'zod';
import { type FormReader, option, readForm } from '../../slack/inputs.ts';
import type { Prefill } from './form.ts';

const Choice = z.object({ value: z.string(), label: z.string() });

/** What a half-filled form holds, as it is kept. */
export const DraftContent = z.object({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  start_day: z.string().optional(),
  role: z.string().optional(),
  position: z.string().optional(),
  manager: Choice.optional(),
  buddy: Choice.optional(),
  sequences: z.array(Choice),
  timezone: Choice.optional(),
  language: z.string().optional(),
  phone: z.string().optional(),
  message: z.string().optional(),
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
