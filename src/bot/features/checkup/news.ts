import type { Result } from '../../checks/check.ts';

/** Tells a trouble from all others that the checks can find. */
export function keyOf({ name, about }: Pick<Result, 'name' | 'about'>): string {
  return about === undefined ? name : `${name} ${about}`;
}

/** What fails and did not fail before. */
export function newsIn(results: readonly Result[], before: readonly string[]): Result[] {
  return results.filter((result) => result.state === 'failure' && !before.includes(keyOf(result)));
}

/** What fails now; what could not be checked is as it was before. */
export function failingIn(results: readonly Result[], before: readonly string[]): string[] {
  const unchecked = results.filter(({ state }) => state === 'unchecked').map(({ name }) => name);
  const isUnchecked = (key: string) => unchecked.some((name) => key === name || key.startsWith(`${name} `));
  const failing = results.filter(({ state }) => state === 'failure').map(keyOf);
  return [...new Set([...failing, ...before.filter(isUnchecked)])];
}
