import type { HireRequest } from '../request.ts';

/**
 * The address of a created person's page in the onboarding service; undefined where it is not known.
 * @param template an address with `{id}` in it
 */
export function profileOf({ outcome }: HireRequest, template: string | undefined): string | undefined {
  if (template === undefined || outcome?.kind !== 'done' || outcome.resultId === null) return undefined;
  return template.replaceAll('{id}', String(outcome.resultId));
}
