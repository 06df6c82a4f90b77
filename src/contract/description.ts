import { z } from 'zod';

const Choice = z
  .object({ value: z.union([z.string(), z.number()]), display_name: z.string() })
  .transform(({ value, display_name }) => ({ value: String(value), label: display_name }));

/** Choices of a field; undefined where the answer has none. */
const Choices = z
  .object({ choices: z.array(Choice) })
  .transform(({ choices }) => choices)
  .optional()
  .catch(undefined);

/**
 * Choices in the answer of `OPTIONS /api/users/`:
 * `{ actions: { POST: { timezone: { choices: [{ value, display_name }] } } } }`.
 * Parsed as `{ timezones?, languages?, roles? }`, each a list of `{ value, label }`.
 */
export const ServiceDescription = z
  .object({
    actions: z.object({ POST: z.object({ timezone: Choices, language: Choices, role: Choices }) }),
  })
  .transform(({ actions: { POST } }) => {
    return { timezones: POST.timezone, languages: POST.language, roles: POST.role };
  });
export type ServiceDescription = Partial<z.infer<typeof ServiceDescription>>;

const Parameter = z.object({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
});
type Parameter = z.infer<typeof Parameter>;

const Operation = z.object({ parameters: z.array(Parameter) });

/** Header parameters of each path's `post` in an OpenAPI description. Malformed parts count as absent. */
const ApiDescription = z.object({
  paths: z.record(
    z.string(),
    z.object({ post: Operation.optional().catch(undefined) }).catch({ post: undefined }),
  ),
  components: z
    .object({ parameters: z.record(z.string(), Parameter) })
    .optional()
    .catch(undefined),
});

/**
 * Paths on which a POST can be safely repeated with the same `Idempotency-Key`
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/); empty for any other body.
 */
export function pathsWithSafeRepeats(body: unknown): ReadonlySet<string> {
  const { data } = ApiDescription.safeParse(body);
  if (!data) return new Set();
  const shared = data.components?.parameters ?? {};
  const declared = Object.entries(data.paths).filter(([, { post }]) =>
    post?.parameters.some((parameter) => isTheKey(resolved(parameter, shared))),
  );
  return new Set(declared.map(([path]) => path));
}

function resolved(parameter: Parameter, shared: Record<string, Parameter>): Parameter | undefined {
  if (parameter.$ref === undefined) return parameter;
  const name = /^#\/components\/parameters\/([^/]+)$/.exec(parameter.$ref)?.[1] ?? '';
  return Object.hasOwn(shared, name) ? shared[name] : undefined;
}

function isTheKey(parameter: Parameter | undefined): boolean {
  return parameter?.in === 'header' && parameter.name?.toLowerCase() === 'idempotency-key';
}
