import { z } from 'zod';

const Choices = z.object({
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), display_name: z.string() })),
});

function choicesOf(field: z.infer<typeof Choices> | undefined) {
  return field?.choices.map(({ value, display_name }) => ({ value: String(value), label: display_name }));
}

/**
 * Choices in the answer of `OPTIONS /api/users/`:
 * `{ actions: { POST: { timezone: { choices: [{ value, display_name }] } } } }`.
 * Parsed as `{ timezones?, languages?, roles? }`, each a list of `{ value, label }`.
 */
export const ServiceDescription = z
  .object({
    actions: z.object({
      POST: z.object({
        timezone: Choices.optional().catch(undefined),
        language: Choices.optional().catch(undefined),
        role: Choices.optional().catch(undefined),
      }),
    }),
  })
  .transform(({ actions }) => ({
    timezones: choicesOf(actions.POST.timezone),
    languages: choicesOf(actions.POST.language),
    roles: choicesOf(actions.POST.role),
  }));
export type ServiceDescription = Partial<z.infer<typeof ServiceDescription>>;
