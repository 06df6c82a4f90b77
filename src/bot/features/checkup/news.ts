import type { Result } from '../../checks/check.ts';

/** Stable fingerprint of a problem: the check's name and the subject it is about. */
export function keyOf({ name, about }: Pick<Result, 'name' | 'about'>): string {
  return about === undefined ? name : `${name} ${about}`;
}

/** Failures that weren't failing before. @param before keys from `keyOf` */
export function newsIn(results: readonly Result[], before: readonly string[]): Result[] {
  return results.filter((result) => result.state === 'failure' && !before.includes(keyOf(result)));
}

/**
 * Keys of everything that fails now. Checks that couldn't run keep their earlier failures.
 * @param before keys from `keyOf`
 */
export function failingIn(results: readonly Result[], before: readonly string[]): string[] {
  const unchecked = results.filter(({ state }) => state === 'unchecked').map(({ name }) => name);
  const isUnchecked = (key: string) => unchecked.some((name) => key === name || key.startsWith(`${name} `));
  const failing = results.filter(({ state }) => state === 'failure').map(keyOf);
  return [...new Set([...failing, ...before.filter(isUnchecked)])];
}
