import type { Environment } from './environment.ts';

/** Variables of other programs, never reported as typos. */
const ofOthers = new Set(['SLACK_API_TOKEN', 'SLACK_TOKEN', 'DATABASE_URI']);

/**
 * Variables that Kubernetes sets for a service called `frontdesk`
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
const ofKubernetes = /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT(?:_\d+_[A-Z]+(?:_[A-Z]+)?)?$/;

/** Maximum distance of a likely typo. */
const fewLetters = 2;

/**
 * Reports unknown variables: all with the FRONTDESK_ prefix, and others within `fewLetters` of a known name that
 * isn't set.
 * @param known all known names
 * @returns one sentence each
 */
export function mistypedProblems(env: Environment, known: readonly string[]): string[] {
  const names = Object.keys(env).filter((name) => env[name] && !known.includes(name));
  const meant = known.filter((name) =>
    /^(?:FRONTDESK|ONBOARDING|SLACK|SERVICE|DATABASE|METRICS)_/.test(name),
  );
  return names.flatMap((name) => {
    if (ofOthers.has(name) || ofKubernetes.test(name)) return [];
    const [nearest] = meant
      .map((candidate) => ({ candidate, letters: distance(name, candidate) }))
      .sort((one, other) => one.letters - other.letters);
    const isNear = nearest !== undefined && nearest.letters <= fewLetters;
    if (isNear && (name.startsWith('FRONTDESK_') || !env[nearest.candidate]))
      return [`${name}: Frontdesk doesn't know it. Did you mean ${nearest.candidate}?`];
    if (!name.startsWith('FRONTDESK_')) return [];
    return [`${name}: Frontdesk doesn't know it. Remove it, or look up the name in docs/configure.md.`];
  });
}

/**
 * Number of letters to insert, delete, change or swap with their neighbour (optimal string alignment distance,
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). Infinite if the lengths differ by more than
 * `fewLetters`, so that long names cost nothing.
 */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > fewLetters) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const steps = [at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + same];
      next.push(Math.min(...steps, swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? Number.POSITIVE_INFINITY;
}
