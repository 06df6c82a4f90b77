import type { Environment } from './environment.ts';

/** Names by which other programs are known: set beside Frontdesk's, they are no typing mistake of ours. */
const ofOthers = new Set(['SLACK_API_TOKEN', 'SLACK_TOKEN', 'DATABASE_URI']);

/**
 * What Kubernetes puts into the environment for a service that is called `frontdesk`
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
const ofKubernetes = /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT(?:_\d+_[A-Z]+(?:_[A-Z]+)?)?$/;

/** How many letters may be wrong for a name to be taken for a mistyped one. */
const fewLetters = 2;

/**
 * A sentence for each variable that is meant for Frontdesk and that it does not know: every one with its own prefix,
 * and others that are a letter or two away from one that is not set.
 * @param known every name that means something
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
    return [`${name}: Frontdesk doesn't know it. Remove it, or look up the name in README, Configuration.`];
  });
}

/**
 * How many letters have to be put in, taken out, changed or swapped with their neighbour (the optimal string alignment
 * distance, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). Names that are far from each other in length
 * are not compared: somebody else's can be as long as they like.
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
